import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Http2ServerResponse, ServerHttp2Session } from 'node:http2';
import type { Server } from 'node:net';
import { acceptClients, type Speech } from './accept-clients.ts';

/** Loaded for the first server that speaks it. */
const http2 = (): typeof import('node:http2') => process.getBuiltinModule('node:http2');

/** The server that clients connect to. */
export interface Front {
  readonly server: Server;
  /** Lets requests in flight over HTTP/2 finish. */
  close(): void;
  /** Cuts all connections. */
  cut(): void;
}

/**
 * Hands the connections of clients to a server of HTTP/1.1, and the requests that come over HTTP/2 too: with TLS the
 * client chooses by ALPN, without it by the first bytes.
 */
export function frontOf(plain: HttpServer, { certified, http2: isHttp2 = false }: Speech): Front {
  if (certified === undefined && !isHttp2) {
    return { server: plain, close: () => {}, cut: () => plain.closeAllConnections() };
  }
  // Only then does it know its connections.
  plain.emit('listening');
  const modern = isHttp2 ? modernServer(plain) : undefined;
  const { server, cut } = acceptClients(
    (socket, speaksHttp2) => {
      const versioned = speaksHttp2 ? modern?.server : plain;
      versioned?.emit('connection', socket);
    },
    { certified, http2: isHttp2 },
  );
  return {
    server,
    cut,
    close: () => {
      plain.closeIdleConnections();
      modern?.close();
    },
  };
}

const sessions = new WeakMap<object, { destroy(): void }>();

/** The connection of a response, which it shares with others over HTTP/2. */
export function connectionOf(response: ServerResponse): { destroy(): void } | undefined {
  return sessions.get(response) ?? response.socket ?? undefined;
}

function modernServer(plain: HttpServer) {
  const open = new Set<ServerHttp2Session>();
  const server = http2().createServer();
  server.on('session', (session) => {
    open.add(session);
    session.on('error', () => {}).on('close', () => open.delete(session));
  });
  server.on('request', (request, response) => {
    const { session } = response.stream;
    if (session !== undefined) sessions.set(response, session);
    plain.emit('request', request, completed(response));
  });
  return {
    server,
    close: () => {
      for (const session of open) session.close();
    },
  };
}

/** What a response over HTTP/1.1 has, and one of Node over HTTP/2 is only declared to have. */
function completed(response: Http2ServerResponse): Http2ServerResponse {
  const { stream } = response;
  let isAborted = false;
  stream.on('aborted', () => {
    isAborted = true;
  });
  return Object.defineProperties(response, {
    destroyed: { get: () => stream.destroyed },
    writableFinished: { get: () => stream.writableFinished && !isAborted },
    writableNeedDrain: { get: () => stream.writableNeedDrain },
  });
}
