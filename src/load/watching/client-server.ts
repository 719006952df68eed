import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { tls } from '../../exchange/http/connect-to.ts';
import { http2Clients } from './http2-clients.ts';

/** What clients speak beside HTTP/1.1. */
export interface ClientSpeech {
  /** A key and its certificate, in PEM; without them there is no TLS. */
  readonly certified?: { readonly key: string; readonly cert: string };
  /** HTTP/2, with TLS by ALPN, without it by prior knowledge. */
  readonly http2?: boolean;
}

/** A server that hands on each connection as one of HTTP/1.1, without TLS. */
export function clientServer(
  onConnection: (client: Duplex) => void,
  { certified, http2 = false }: ClientSpeech,
): { readonly server: Server; cut(): void } {
  const modern = http2 ? http2Clients(onConnection) : undefined;
  const take = (client: Socket, speaksHttp2: boolean): void => {
    if (speaksHttp2) modern?.emit('connection', client);
    else onConnection(client);
  };
  const halfOpen = { allowHalfOpen: true };
  const server =
    certified === undefined
      ? createServer(halfOpen, (client) => {
          if (modern === undefined) onConnection(client);
          else onFirstBytes(client, (bytes) => take(client, isPreface(bytes)));
        })
      : tls().createServer(
          { ...halfOpen, ...certified, ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'] },
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
