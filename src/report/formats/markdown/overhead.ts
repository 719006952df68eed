import { ADDED_HEAD, addedNote, addedRows, addedSentences } from '../../phrases/added-rows.ts';
import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadSentences,
  stepRows,
} from '../../phrases/overhead-sentences.ts';
import type { LoadReport } from '../../schema/load.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { escapeMarkdown, markdownTable } from './spans.ts';

/** What the gateway adds; '' where it was not measured. */
export function overheadPart({ overhead, load }: RunReport): string {
  if (overhead === undefined) return load === undefined ? '' : addedPart(load);
  const rows = stepRows(overhead).map(overheadCells);
  const sentences = overheadSentences(overhead).map((each) => escapeMarkdown(each));
  if (rows.length === 0) return ['## Overhead', ...sentences].join('\n\n');
  return ['## Overhead', markdownTable([...OVERHEAD_HEAD], rows), OVERHEAD_NOTE, ...sentences].join(
    '\n\n',
  );
}

/** What it adds under load. */
function addedPart(load: LoadReport): string {
  const rows = addedRows(load);
  if (rows.length === 0) return '';
  const sentences = addedSentences(load).map((each) => escapeMarkdown(each));
  const table = markdownTable([...ADDED_HEAD], rows);
  return ['## Overhead', table, addedNote(load), ...sentences].join('\n\n');
}
