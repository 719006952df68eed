import { ADDED_HEAD, addedNote, addedRows, addedSentences } from '../../phrases/added-rows.ts';
import { type Markup, markup } from '../../phrases/markup.ts';
import type { LoadReport } from '../../schema/load.ts';
import { figuresTable } from './figures-table.ts';

/** What the gateway adds under load; undefined without --upstream. */
export function addedSection(load: LoadReport): Markup | undefined {
  const rows = addedRows(load);
  if (rows.length === 0) return undefined;
  return markup`${addedSentences(load).map((each) => markup`<p>${each}</p>`)}
${figuresTable('Overhead of each operation', ADDED_HEAD, rows)}
<p class="quiet">${addedNote(load)}</p>`;
}
