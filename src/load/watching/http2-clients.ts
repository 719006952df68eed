import { once } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { type Duplex, duplexPair } from 'node:stream';
import type { Headers } from '../../exchange/exchange.ts';
import { ResponseParser } from '../../exchange/http/response-parser.ts';

import { OF_CONNECTION } from '../../exchange/outgoing.ts';

/**
 * Speaks HTTP/2 with clients. Each of their requests is handed on as one of HTTP/1.1, on a connection of its own; the end
 * and the loss of one side reach the other.
 */
export function http2Clients(onConnection: (client: Duplex) => void) {
  const server = process.getBuiltinModule('node:http2').createServer();
  server.on('session', (session) => session.on('error', () => {}));
  server.on('stream', (stream, head) => {
    const [client, wire] = duplexPair();
    stream.on('error', () => {}).on('close', () => client.destroy());
    onConnection(client);
    answer(stream, head, wire);
    client.on('close', () => lose(stream));
    void send(stream, head, wire).catch(() => client.destroy());
  });
  return server;
}

async function send(
  stream: ServerHttp2Stream,
  head: IncomingHttpHeaders,
  wire: Duplex,
): Promise<void> {
  const isChunked = !stream.endAfterHeaders && head['content-length'] === undefined;
  const lines = [
    `${head[':method']} ${head[':path']} HTTP/1.1`,
    `host: ${head[':authority'] ?? head.host}`,
    ...linesOf(head),
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
  ];
  wire.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  for await (const piece of stream) {
    if (!wire.write(isChunked ? chunk(piece) : piece)) await once(wire, 'drain');
  }
  if (isChunked) wire.write('0\r\n\r\n');
}

function chunk(piece: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
}

function linesOf(head: IncomingHttpHeaders): readonly string[] {
  return Object.entries(head).flatMap(([name, value = '']) => {
    if (name.startsWith(':') || name === 'host' || OF_CONNECTION.has(name)) return [];
    return [value].flat().map((each) => `${name}: ${each}`);
  });
}

function answer(stream: ServerHttp2Stream, head: IncomingHttpHeaders, wire: Duplex): void {
  const parser = new ResponseParser(head[':method'] ?? '', {
    firstByte: () => {},
    head: (status, headers) => stream.respond({ ':status': status, ...fieldsOf(headers) }),
    data: (piece) => {
      if (!stream.write(piece)) wire.pause();
      return undefined;
    },
  });
  const finish = (): void => {
    stream.end();
    wire.end();
  };
  stream.on('drain', () => wire.resume());
  wire.on('data', (bytes: Buffer) => {
    if (stream.destroyed || stream.writableEnded) return;
    const state = parser.take(bytes);
    if (state === 'done') finish();
    else if (state !== 'more') lose(stream);
  });
  wire.on('end', () => {
    if (parser.endsWithConnection) finish();
    else lose(stream);
  });
}

function lose(stream: ServerHttp2Stream): void {
  if (!stream.destroyed && !stream.writableEnded) stream.destroy(new Error('the target is lost'));
}

function fieldsOf(headers: Headers): OutgoingHttpHeaders {
  const kept = headers.filter(([name]) => !OF_CONNECTION.has(name));
  return Object.fromEntries(
    [...Map.groupBy(kept, ([name]) => name)].map(([name, of]) => [
      name,
      of.map(([, value]) => value),
    ]),
  );
}
