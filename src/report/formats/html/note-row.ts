import { type Markup, markup } from '../../phrases/markup.ts';
import { clip } from '../../phrases/printable.ts';

const CHARACTERS = 1000;

/**
 * A note on the row above, in a row of its own, because a sentence has no room beside the figures.
 * @param columns of the table
 */
export function noteRow(sentence: string, columns: number): Markup | false {
  return (
    sentence !== '' &&
    markup`<tr class="note"><td class="text" colspan="${columns}"><p>${clip(sentence, CHARACTERS)}</p></td></tr>
`
  );
}
