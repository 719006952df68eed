import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { JsonValue } from '../http/json.ts';
import { http } from '../http/node-http.ts';

export type Bytes = string | Buffer;
type Headers = Readonly<Record<string, string | number>>;

const JSON_TYPE = { 'Content-Type': 'application/json' };
export const EVENTS_TYPE = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' };

/** The head of an answer. `status` may hold the reason; CR and LF in a header are sent as they are. */
export function head(status: number | string, headers: Headers): string {
  const line = typeof status === 'number' ? `${status} ${http.STATUS_CODES[status]}` : status;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${line}\r\n${lines.join('')}\r\n`;
}

/** The head of an answer in chunks. */
export function chunkedHead(status: number | string, headers: Headers = JSON_TYPE): string {
  return head(status, { ...headers, 'Transfer-Encoding': 'chunked' });
}

/** One chunk of an answer; the last one if it is empty. */
export function chunk(bytes: Bytes): Buffer {
  const content = Buffer.from(bytes);
  return Buffer.concat([
    Buffer.from(`${content.length.toString(16)}\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
}

export const LAST_CHUNK = '0\r\n\r\n';

/** A complete answer with a correct length. */
export function answerWith(
  socket: Socket,
  body: Bytes,
  { status = 200, headers = {} }: { status?: number | string; headers?: Headers } = {},
): void {
  const bytes = Buffer.from(body);
  socket.write(head(status, { ...JSON_TYPE, ...headers, 'Content-Length': bytes.length }));
  socket.write(bytes);
}

/** A complete answer in JSON, without spaces. */
export function answerJson(
  socket: Socket,
  body: JsonValue,
  options: Parameters<typeof answerWith>[2] = {},
): void {
  answerWith(socket, JSON.stringify(body), options);
}

/** A complete event stream; each text is sent as it is. */
export function answerEvents(socket: Socket, events: readonly Bytes[]): void {
  socket.write(chunkedHead(200, EVENTS_TYPE));
  for (const event of events) socket.write(chunk(event));
  socket.write(LAST_CHUNK);
}

/** Writes as fast as the client reads, until it closes the connection. */
export function pour(next: Bytes | (() => Bytes)) {
  return async (socket: Socket): Promise<void> => {
    while (!socket.destroyed && socket.writable) {
      if (socket.write(typeof next === 'function' ? next() : next)) await setImmediate();
      else await drained(socket);
    }
  };
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });
}

/** Writes byte by byte, one each 100 ms, then nothing more: the connection stays open. */
export function drip(bytes: Bytes) {
  return async (socket: Socket): Promise<void> => {
    for (const byte of Buffer.from(bytes)) {
      if (socket.destroyed) return;
      socket.write(Buffer.of(byte));
      await setTimeout(100);
    }
  };
}

/** Writes one text each 100 ms, until the client closes the connection. */
export function repeat(bytes: Bytes) {
  return async (socket: Socket): Promise<void> => {
    while (!socket.destroyed) {
      socket.write(bytes);
      await setTimeout(100);
    }
  };
}

/** Resets the connection: what was written before is on its way by then. */
export function reset(socket: Socket): void {
  socket.write('', () => globalThis.setTimeout(() => socket.resetAndDestroy(), 20));
}
