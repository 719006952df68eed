import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { listen } from '../http/listen.ts';
import { http, https } from '../http/node-http.ts';
import type { Behaviour } from './behaviour.ts';
import { type Certified, certificate } from './certificate.ts';
import { type Place, receiver } from './receiver.ts';

export interface HostileServer {
  /** The base address, with the scheme of the behaviour. */
  readonly address: string;
  /** The certificate in PEM; absent without TLS. */
  readonly certificate?: string;
  close(): Promise<void>;
}

interface HostileOptions {
  /** 0, the default, is any free one. */
  readonly port?: number;
  readonly host?: string;
  /** Takes the first line of each request to the server that no client may contact. */
  readonly onStrayed: (line: string) => void;
}

/** Starts a gateway with one hostile behaviour, and a server at another origin that it may name. */
export async function startHostileServer(
  behaviour: Behaviour,
  { port = 0, host = '127.0.0.1', onStrayed }: HostileOptions,
): Promise<HostileServer> {
  if ('answer' in behaviour) behaviour.prepare?.();
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket);
    // A client may reset the connection at any time.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const other = watcher(onStrayed).on('connection', track);
  const place = { here: '', elsewhere: `http://${await listen(other, 0, host)}` };
  const certified = 'certificate' in behaviour ? certificate(behaviour.certificate) : undefined;
  const server = serverOf(behaviour, place, certified).on('connection', track);
  place.here = `${schemeOf(behaviour)}://${await listen(server, port, host)}`;
  return {
    address: place.here,
    ...(certified !== undefined && { certificate: certified.cert }),
    async close() {
      const closed = [server, other].map(
        (each) => new Promise<void>((resolve) => each.close(() => resolve())),
      );
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

function serverOf(behaviour: Behaviour, place: Place, certified: Certified | undefined): Server {
  if ('connect' in behaviour) return createTcpServer(behaviour.connect);
  const receive = receiver(behaviour, place);
  if (certified === undefined) return http.createServer(receive).on('clientError', refuse);
  // A client that refuses the certificate ends the handshake.
  return https()
    .createServer(certified, receive)
    .on('tlsClientError', () => {});
}

function refuse(_error: Error, socket: { end(text: string): void }): void {
  socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

function watcher(onStrayed: (line: string) => void): Server {
  return createTcpServer((socket) => {
    socket.once('data', (data) => {
      onStrayed(data.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
}

function schemeOf(behaviour: Behaviour): 'http' | 'https' {
  if ('answer' in behaviour) return 'http';
  return behaviour.scheme ?? ('certificate' in behaviour ? 'https' : 'http');
}
