import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadRows,
  overheadSentences,
} from '../../phrases/overhead-sentences.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { TextPage } from './text-page.ts';

/** What the gateway adds, at each load. */
export function overheadLines({ overhead }: RunReport, page: TextPage): string[] {
  if (overhead === undefined) return [];
  const rows = overheadRows(overhead).map(overheadCells);
  const head = OVERHEAD_HEAD.map((title) => title.toLowerCase().replace('ci', 'CI'));
  const [first = '', ...others] = page.table([head, ...rows]);
  return [
    '',
    page.paint('heading', 'Overhead'),
    ...(rows.length === 0 ? [] : [page.paint('heading', first), ...others]),
    ...overheadSentences(overhead).flatMap((each) => page.wrap(each, 2, 2)),
    ...(rows.length === 0 ? [] : page.wrap(OVERHEAD_NOTE, 2, 2)).map((line) =>
      page.paint('quiet', line),
    ),
  ];
}
