import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Front {
  readonly address: string;
  close(): Promise<void>;
}

/** A proxy in front of a gateway: it answers some requests itself and passes on the others. */
export async function inFrontOf(
  address: string,
  answer: (line: string) => { status: number; body: unknown } | undefined,
): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const own = answer(`${incoming.method} ${incoming.url}`);
    if (own !== undefined) {
      incoming.resume();
      outgoing.writeHead(own.status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(own.body));
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', address), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(outgoing);
      reply.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers what begins like this as a server without that route, or without that method on it. */
export function without(line: string, status = 404) {
  const message = status === 404 ? 'Not Found' : 'Method Not Allowed';
  return (asked: string) =>
    asked.startsWith(line) ? { status, body: { error: { message } } } : undefined;
}
