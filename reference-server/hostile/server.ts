import type { IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Certified, certificate } from '../http/certificate.ts';
import { listen } from '../http/listen.ts';
import { http, https } from '../http/node-http.ts';
import { PREFIX, takePrefix } from '../http/prefix.ts';
import { findRoute } from '../routes.ts';
import type { Behaviour, HostileRequest } from './behaviour.ts';
import { answerChat, failure } from './good-answers.ts';
import { answerJson } from './writing.ts';

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
  place.here = `${schemeOf(behaviour)}://${await listen(server, port, host)}${PREFIX}`;
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

/** The two addresses that a behaviour may name. */
interface Place {
  readonly here: string;
  readonly elsewhere: string;
}

/** Takes requests and has the behaviour answer those for its operations. */
function receiver(
  behaviour: Exclude<Behaviour, { readonly connect: unknown }>,
  place: Place,
): (request: IncomingMessage) => void {
  const answer = 'answer' in behaviour ? behaviour.answer : answerChat;
  const operations = ('answer' in behaviour && behaviour.operations) || ['chat'];
  const counts = new Map<string, number>();
  return async (request) => {
    takePrefix(request);
    const { socket, method = '', url = '', headers } = request;
    const route = routeOf(method, url.split('?', 1)[0] ?? '');
    // It rejects if the client disconnects.
    const json = await text(request).catch(() => undefined);
    if (json === undefined) return;
    if (route === undefined || !operations.includes(route.operation)) {
      answerJson(socket, failure('There is no such path.'), { status: '404 Not Found' });
      return;
    }
    const count = `${route.operation} ${route.id}`;
    const before = counts.get(count) ?? 0;
    counts.set(count, before + 1);
    const body = parsed(json);
    const key = headers.authorization?.replace(/^bearer +/i, '') ?? '';
    answer({ ...route, ...place, body, streams: body.stream === true, key, before, socket });
  };
}

function routeOf(
  method: string,
  path: string,
): Pick<HostileRequest, 'operation' | 'id'> | undefined {
  try {
    const { operation, id } = findRoute(method, path);
    return operation === 'options' || operation === 'models' ? undefined : { operation, id };
  } catch {
    return undefined;
  }
}

/** The members of a JSON object; none for any other body. */
function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
