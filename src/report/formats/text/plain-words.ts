import type { Words } from '../../document/document.ts';
import { clipLine } from '../../phrases/printable.ts';

const CHARACTERS = 1200;

/** Words of a document as one plain line. */
export function plain(words: Words, characters = CHARACTERS): string {
  if (typeof words === 'string') return clipLine(words, characters);
  const pieces = words.map((piece) => {
    if (typeof piece === 'string') return piece;
    if ('code' in piece) return piece.code;
    if ('link' in piece) return piece.link;
    return piece.mark === undefined ? piece.tag : `${piece.mark} ${piece.tag}`;
  });
  return clipLine(pieces.join(''), characters);
}
