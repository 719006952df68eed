import type { Tag, Words } from '../../document/document.ts';
import { type Insert, type Markup, markup } from '../../phrases/markup.ts';
import { clip } from '../../phrases/printable.ts';

const CHARACTERS = 2000;

/** Words of a document for a page. */
export function wordsMarkup(words: Words, characters = CHARACTERS): Insert {
  if (typeof words === 'string') return clip(words, characters);
  return words.map((piece) => {
    if (typeof piece === 'string') return clip(piece, characters);
    if ('code' in piece) return markup`<code>${clip(piece.code, characters)}</code>`;
    if ('link' in piece) return markup`<a href="#${piece.to}">${clip(piece.link, characters)}</a>`;
    return tagMarkup(piece);
  });
}

/** A word with its colour; the mark before it is not read aloud. */
function tagMarkup({ mark, tag, tone }: Tag): Markup {
  return markup`<span class="tag ${tone}">${mark !== undefined && markup`<span aria-hidden="true">${mark}</span> `}${tag}</span>`;
}
