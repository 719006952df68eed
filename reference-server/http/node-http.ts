/**
 * The modules of Node for HTTP. An `import` of `node:http` reads all that it exports, and so loads
 * what belongs to `fetch`: a third of the start.
 */
export const http = process.getBuiltinModule('node:http');

/** Loaded for the first address or server with TLS. */
export const https = (): typeof import('node:https') => process.getBuiltinModule('node:https');
