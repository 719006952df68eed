import { connect as connectSocket, isIP, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { defined } from '../../input/defined.ts';
import { type Access, bareHost, NO_ACCESS, proxyOf, type TlsAccess } from '../access.ts';
import { Tunnel } from './tunnel.ts';

/**
 * A connection to an origin, with TLS if its scheme is https; to its proxy where that relays the messages.
 * @param options of TLS, such as the session of an earlier connection to the same origin
 */
export function connectTo(
  origin: string,
  access: Access = NO_ACCESS,
  options: ConnectionOptions = {},
): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = bareHost(hostname);
  const proxy = proxyOf(access);
  if (protocol !== 'https:') {
    return connectSocket(
      proxy
        ? { host: proxy.host, port: proxy.port }
        : whereIs({ host, port: Number(port || 80) }, access),
    );
  }
  const place = { host, port: Number(port || 443) };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return tls().connect({
    ...whereIs(place, access),
    ...(proxy && { socket: new Tunnel(proxy, place) }),
    ALPNProtocols: [access.http2 ? 'h2' : 'http/1.1'],
    ...servername,
    ...(access.tls && tlsOptions(access.tls)),
    ...options,
  });
}

/** The same for HTTP/2: no proxy relays that, so that one only passes bytes on. */
export function connectHttp2(
  origin: string,
  access: Access = NO_ACCESS,
  options?: ConnectionOptions,
): Duplex {
  const { protocol, hostname, port } = new URL(origin);
  const proxy = proxyOf(access);
  if (protocol === 'https:' || proxy === undefined) return connectTo(origin, access, options);
  return new Tunnel(proxy, { host: bareHost(hostname), port: Number(port || 80) });
}

/** Where several addresses are set, the first that accepts the connection is taken. */
function whereIs(
  place: { readonly host: string; readonly port: number },
  { resolve, unixSocket }: Access,
): NetConnectOpts {
  if (unixSocket !== undefined) return { ...place, path: unixSocket };
  const addresses = resolve?.[`${place.host}:${place.port}`];
  if (addresses === undefined) return place;
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return { ...place, lookup: (_name, _options, callback) => callback(null, found) };
}

/** Each is made once: reading all authorities takes longer than a handshake. */
const contexts = new WeakMap<TlsAccess, SecureContext>();

function tlsOptions(own: TlsAccess): ConnectionOptions {
  const { ca, cert, key, serverName: servername, insecure } = own;
  const context =
    contexts.get(own) ??
    tls().createSecureContext({
      ...(ca !== undefined && { ca: [...tls().getCACertificates(), ca] }),
      ...defined({ cert, key }),
    });
  contexts.set(own, context);
  return {
    secureContext: context,
    rejectUnauthorized: insecure !== true,
    ...defined({ servername }),
  };
}

/**
 * The modules of Node for HTTP and TLS. An `import` of `node:http` reads all that it exports, and so
 * loads what belongs to `fetch`: a fifth of the start. That of `node:tls` takes half as long.
 */
export const http = process.getBuiltinModule('node:http');

/** Loaded for the first https address. */
export const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');
