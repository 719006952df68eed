import { createServer, type Server, type Socket } from 'node:net';
import type { Certified } from './certificate.ts';

/** Loaded for the first server that speaks it. */
const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');

/** What a server speaks beside HTTP/1.1. */
export interface Speech {
  /** Without it there is no TLS. */
  readonly certified?: Certified | undefined;
  /** HTTP/2, with TLS by ALPN, without it by prior knowledge. */
  readonly http2?: boolean | undefined;
}

interface Clients {
  readonly server: Server;
  /** Cuts all connections. */
  cut(): void;
}

/**
 * A server that hands over each connection, without TLS, with what its client speaks: it chooses with TLS by ALPN,
 * else by its first bytes.
 * @param allowHalfOpen as of `net.createServer`
 */
export function acceptClients(
  take: (client: Socket, speaksHttp2: boolean) => void,
  {
    certified,
    http2 = false,
    allowHalfOpen = false,
  }: Speech & { readonly allowHalfOpen?: boolean },
): Clients {
  const server =
    certified === undefined
      ? createServer({ allowHalfOpen }, (client) => {
          if (http2) onFirstBytes(client, (bytes) => take(client, isPreface(bytes)));
          else take(client, false);
        })
      : tls().createServer(
          { allowHalfOpen, ...certified, ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'] },
          (client) => take(client, client.alpnProtocol === 'h2'),
        );
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  // A client that refuses the certificate ends the handshake.
  server.on('tlsClientError', () => {});
  return {
    server,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function onFirstBytes(socket: Socket, take: (bytes: Buffer) => void): void {
  socket.once('readable', () => {
    const bytes: Buffer | null = socket.read();
    if (bytes === null) {
      socket.destroy();
      return;
    }
    socket.unshift(bytes);
    take(bytes);
  });
}

const PREFACE = 'PRI * HTTP/2.0';

function isPreface(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, PREFACE.length) === PREFACE;
}
