import type { Alteration } from '../hooks.ts';
import type { Piece } from '../http/answer.ts';

const SIZES = [1, 2, 3, 7];

function cut(piece: Piece): readonly Buffer[] {
  const bytes = Buffer.from(piece);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = SIZES[pieces.length % SIZES.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

export const sseSmallPieces: Alteration = {
  id: 'sse-small-pieces',
  summary: 'A stream is written in pieces of 1, 2, 3 and 7 bytes.',
  hooks: ({ pack }) => ({ pack: (text) => pack(text).flatMap(cut) }),
};
