import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished, type TestContext } from 'vitest';

/** A concurrent test must use its own context to end what it started. */
export type Ending = Pick<TestContext, 'onTestFinished'>;

/** Starts a server on a free port, until the test has finished; returns its host and port. */
export async function loopbackServer(
  answer: RequestListener,
  test: Ending = { onTestFinished },
): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}
