import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadRows,
  overheadSentences,
} from '../../phrases/overhead-sentences.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { escapeMarkdown, markdownTable } from './spans.ts';

/** What the gateway adds; '' where it was not measured. */
export function overheadPart({ overhead }: RunReport): string {
  if (overhead === undefined) return '';
  const rows = overheadRows(overhead).map(overheadCells);
  const sentences = overheadSentences(overhead).map((each) => escapeMarkdown(each));
  if (rows.length === 0) return ['## Overhead', ...sentences].join('\n\n');
  return ['## Overhead', markdownTable([...OVERHEAD_HEAD], rows), OVERHEAD_NOTE, ...sentences].join(
    '\n\n',
  );
}
