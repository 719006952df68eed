import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { tls } from './node-http.ts';

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
