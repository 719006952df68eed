import { type Markup, markup } from '../../phrases/markup.ts';
import { clip } from '../../phrases/printable.ts';

const CHARACTERS = 1000;

/**
 * What is to be told of the row above: a row of its own, as beside so many figures no sentence has
 * room; nothing where there is nothing to tell.
 * @param columns of the table
 */
export function noteRow(sentence: string, columns: number): Markup | false {
  return (
    sentence !== '' &&
    markup`<tr class="note"><td class="text" colspan="${columns}"><p>${clip(sentence, CHARACTERS)}</p></td></tr>
`
  );
}
