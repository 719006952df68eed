import { type Outgoing, sentHeaders, sentPath, spelledName } from '../outgoing.ts';
import type { Payload } from '../payload.ts';

/** A whole request as it stands on the wire of HTTP/1.1. */
export function requestBytes(outgoing: Outgoing): Uint8Array {
  const { method, origin, payload } = outgoing;
  const host = `${spelledName('host', outgoing)}: ${new URL(origin).host}`;
  const lines = [`${method} ${sentPath(outgoing)} HTTP/1.1`, host];
  for (const [name, value] of sentHeaders(outgoing)) lines.push(`${name}: ${value}`);
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
