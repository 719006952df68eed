import { type Access, isRelayed, NO_ACCESS, proxyOf } from '../access.ts';
import { type Outgoing, sentHeaders, sentPath, spelledName } from '../outgoing.ts';
import type { Payload } from '../payload.ts';

/** Pieces up to this size are written together. */
const TOGETHER_BYTES = 64 * 1024;

/** A whole request as it stands on the wire of HTTP/1.1. */
export function requestBytes(outgoing: Outgoing): Uint8Array {
  return Buffer.concat([...requestPieces(outgoing)]);
}

/**
 * The same in pieces, each made when it is needed. Small ones are one piece: a server that answers early
 * and closes the connection between two writes fails the second one, and its answer is lost.
 */
export function* requestPieces(outgoing: Outgoing): Generator<Uint8Array> {
  const isPaced = outgoing.writeBytesPerSecond !== undefined;
  const together: Uint8Array[] = [headBytes(outgoing)];
  for (const piece of bodyPieces(outgoing.payload)) {
    if (sizeOf(together) + piece.length > TOGETHER_BYTES) yield* joined(together.splice(0));
    together.push(piece);
    if (isPaced) yield* joined(together.splice(0));
  }
  yield* joined(together);
}

function headBytes(outgoing: Outgoing): Uint8Array {
  const { method, origin, version = '1.1', access } = outgoing;
  const host = `${spelledName('host', outgoing)}: ${new URL(origin).host}`;
  const relayed = relayedTo(origin, access);
  const lines = [`${method} ${relayed.start}${sentPath(outgoing)} HTTP/${version}`, host];
  lines.push(...relayed.lines);
  for (const [name, value] of sentHeaders(outgoing)) lines.push(`${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** What the head of a request has for a proxy that relays it (RFC 9112 §3.2.2); nothing without one. */
export function relayedTo(
  origin: string,
  access: Access = NO_ACCESS,
): { readonly start: string; readonly lines: readonly string[] } {
  const { authorization } = proxyOf(access) ?? {};
  if (!isRelayed(origin, access)) return { start: '', lines: [] };
  const lines = authorization === undefined ? [] : [`Proxy-Authorization: ${authorization}`];
  return { start: origin, lines };
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, { length }) => size + length, 0);
}

/** One piece, or none. */
function joined(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  return pieces.length > 1 ? [Buffer.concat(pieces)] : pieces;
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
