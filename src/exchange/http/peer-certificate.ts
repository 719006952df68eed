import type { X509Certificate } from 'node:crypto';
import type { Access } from '../access.ts';
import { connectTo, tls } from './connect-to.ts';

/**
 * The certificate that a server shows, also one that is not trusted; undefined where it speaks no TLS, or is too slow.
 * @param origin with https
 */
export function peerCertificate(
  origin: string,
  access: Access,
  deadlineMs: number,
): Promise<X509Certificate | undefined> {
  const { promise, resolve } = Promise.withResolvers<X509Certificate | undefined>();
  const socket = connectTo(origin, access, { rejectUnauthorized: false });
  const deadline = setTimeout(() => socket.destroy(), deadlineMs);
  socket.once('secureConnect', () => {
    if (socket instanceof tls().TLSSocket) resolve(socket.getPeerX509Certificate());
    socket.destroy();
  });
  socket.on('error', () => resolve(undefined));
  socket.on('close', () => resolve(undefined));
  return promise.finally(() => clearTimeout(deadline));
}
