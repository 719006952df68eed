import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that takes whatever metrics are sent to it, until the test has finished. */
export async function metricsReceiver(): Promise<{ host: string; posts: readonly Post[] }> {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    posts.push({ path, headers, body: await buffer(request) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { host: `127.0.0.1:${port}`, posts };
}
