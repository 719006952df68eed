import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM_TYPE = { 'content-type': 'text/event-stream' };

type Answer = (response: ServerResponse) => void;

/** Ways in which a gateway takes memory and time from its client. */
export const WORST_GATEWAYS: Readonly<Record<string, Answer>> = {
  'a body without end': (response) => {
    const piece = Buffer.alloc(MIB, 'x');
    const pour = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(200, JSON_TYPE).on('drain', pour);
    pour();
  },
  'a body of 15 MiB': whole(JSON_TYPE, () => `{"id":"${'x'.repeat(15 * MIB)}"}`),
  'five million values': whole(JSON_TYPE, () => `[${'{},'.repeat(5 * MIB)}{}]`),
  'four million levels': whole(JSON_TYPE, () => '['.repeat(4 * MIB) + ']'.repeat(4 * MIB)),
  'a million events': whole(STREAM_TYPE, () => 'data: {"choices":[]}\n\n'.repeat(700_000)),
  'as many events as are read': whole(STREAM_TYPE, () =>
    'data: {"id":"a","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'.repeat(32_000),
  ),
  'a compression bomb': whole({ ...JSON_TYPE, 'content-encoding': 'gzip' }, () =>
    gzipSync(Buffer.alloc(200 * MIB)),
  ),
  'a status line and nothing more': (response) =>
    void response.socket?.write('HTTP/1.1 200 OK\r\n'),
  'a comment every 50 ms': (response) => {
    response.writeHead(200, STREAM_TYPE);
    const dripping = setInterval(() => response.write(':\n'), 50);
    response.on('close', () => clearInterval(dripping));
  },
  'answers after 8 s': (response) => {
    const late = setTimeout(() => response.writeHead(200, JSON_TYPE).end('{}'), 8000);
    response.on('close', () => clearTimeout(late));
  },
};

/** Makes its body once, for all requests. */
function whole(headers: Readonly<Record<string, string>>, body: () => string | Buffer): Answer {
  let made: string | Buffer | undefined;
  return (response) => {
    made ??= body();
    response.writeHead(200, headers).end(made);
  };
}

/** A gateway that answers the first request to each path properly, and all others in its way. */
export async function worstGateway(
  name: string,
): Promise<{ readonly address: string; close(): void }> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    const isUnknown = /no-such-path|sign-of-life|preflight/.test(path) || request.method === 'HEAD';
    if (isUnknown) response.writeHead(404, JSON_TYPE).end('{"error":{"message":"unknown"}}');
    else if (seen.has(path)) WORST_GATEWAYS[name]?.(response);
    else response.writeHead(200, JSON_TYPE).end('{"id":"a","choices":[]}');
    seen.add(path);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
