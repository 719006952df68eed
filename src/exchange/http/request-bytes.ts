import { type Outgoing, sentHeaders, sentPath, spelledName } from '../outgoing.ts';
import type { Payload } from '../payload.ts';

/** A piece of a body up to this size is written together with the head. */
const WITH_HEAD_BYTES = 64 * 1024;

/** A whole request as it stands on the wire of HTTP/1.1. */
export function requestBytes(outgoing: Outgoing): Uint8Array {
  return Buffer.concat([...requestPieces(outgoing)]);
}

/** The same in pieces, each made when it is needed. */
export function* requestPieces(outgoing: Outgoing): Generator<Uint8Array> {
  const { method, origin, payload } = outgoing;
  const host = `${spelledName('host', outgoing)}: ${new URL(origin).host}`;
  const lines = [`${method} ${sentPath(outgoing)} HTTP/1.1`, host];
  for (const [name, value] of sentHeaders(outgoing)) lines.push(`${name}: ${value}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const pieces = bodyPieces(payload);
  const { value: first } = pieces.next();
  if (first === undefined || first.length > WITH_HEAD_BYTES) {
    yield head;
    if (first !== undefined) yield first;
  } else {
    yield Buffer.concat([head, first]);
  }
  yield* pieces;
}

function* bodyPieces({ chunked, chunks }: Payload): Generator<Uint8Array, undefined> {
  for (const piece of chunks()) {
    yield chunked
      ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CHUNK_END])
      : piece;
  }
  if (chunked) yield Buffer.from('0\r\n\r\n');
  return undefined;
}

const CHUNK_END = Buffer.from('\r\n');
