import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';

export interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that takes whatever metrics are sent to it, until the test has finished. */
export async function metricsReceiver(
  test?: Ending,
): Promise<{ host: string; posts: readonly Post[] }> {
  const posts: Post[] = [];
  const host = await loopbackServer(async (request, response) => {
    const { url: path = '', headers } = request;
    posts.push({ path, headers, body: await buffer(request) });
    response.end();
  }, test);
  return { host, posts };
}
