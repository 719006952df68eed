import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { onTestFinished } from 'vitest';
import { listen } from '../../../reference-server/http/listen.ts';

/** A server of HTTP/2 without TLS. */
export interface Http2Server {
  readonly origin: string;
  /** The connections that it accepted. */
  readonly sessions: ServerHttp2Session[];
}

/**
 * Starts one until the test has finished.
 * @param path of the request
 */
export async function http2Server(
  onStream: (
    stream: ServerHttp2Stream,
    path: string,
    headers: NodeJS.Dict<string | string[]>,
  ) => void,
): Promise<Http2Server> {
  const sessions: ServerHttp2Session[] = [];
  const server = createServer();
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    onStream(stream, String(headers[':path']), headers);
  });
  onTestFinished(() => {
    server.close();
    for (const session of sessions) session.destroy();
  });
  return { origin: `http://${await listen(server, 0, '127.0.0.1')}`, sessions };
}
