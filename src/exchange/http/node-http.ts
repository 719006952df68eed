/**
 * The modules of Node for HTTP and TLS. An `import` of `node:http` reads all that it exports, and so
 * loads what belongs to `fetch`: a fifth of the start. That of `node:tls` takes half as long.
 */
export const http = process.getBuiltinModule('node:http');

/** Loaded for the first https address. */
export const https = (): typeof import('node:https') => process.getBuiltinModule('node:https');

/** Loaded for the first https address. */
export const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');
