import { connect as connectTcp, isIP, type Socket } from 'node:net';

/**
 * A connection to an origin, with TLS if its scheme is https.
 * @param session of an earlier connection to the same origin, to be resumed
 */
export function connectTo(origin: string, session?: Buffer): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:') return connectTcp({ host, port: Number(port || 80) });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return tls().connect({
    host,
    port: Number(port || 443),
    ALPNProtocols: ['http/1.1'],
    ...(session && { session }),
    ...servername,
  });
}

/**
 * The modules of Node for HTTP and TLS. An `import` of `node:http` reads all that it exports, and so
 * loads what belongs to `fetch`: a fifth of the start. That of `node:tls` takes half as long.
 */
export const http = process.getBuiltinModule('node:http');

/** Loaded for the first https address. */
export const https = (): typeof import('node:https') => process.getBuiltinModule('node:https');

/** Loaded for the first https address. */
export const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');
