import { type Outgoing, requestHeaders, spelledName } from './outgoing.ts';
import type { Payload } from './payload.ts';

/** A whole request as it stands on the wire of HTTP/1.1. */
export function requestBytes(outgoing: Outgoing): Uint8Array {
  const { method, path, origin, authorization, payload } = outgoing;
  const named = (name: string) => spelledName(name, outgoing);
  const lines = [`${method} ${path} HTTP/1.1`, `${named('host')}: ${new URL(origin).host}`];
  if (authorization !== undefined) lines.push(`${named('authorization')}: ${authorization}`);
  for (const [name, value] of requestHeaders(outgoing)) lines.push(`${name}: ${value}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, ...bodyPieces(payload)]);
}

function* bodyPieces({ chunked, chunks }: Payload): Generator<Uint8Array> {
  for (const piece of chunks()) {
    if (!chunked) {
      yield piece;
      continue;
    }
    yield Buffer.from(`${piece.length.toString(16)}\r\n`);
    yield piece;
    yield Buffer.from('\r\n');
  }
  if (chunked) yield Buffer.from('0\r\n\r\n');
}
