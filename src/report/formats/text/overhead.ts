import { ADDED_HEAD, addedNote, addedRows, addedSentences } from '../../phrases/added-rows.ts';
import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadSentences,
  stepRows,
} from '../../phrases/overhead-sentences.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { TextPage } from './text-page.ts';

/** What the gateway adds: at each load that `assay overhead` sent, or under the load of the run. */
export function overheadLines({ overhead, load }: RunReport, page: TextPage): string[] {
  if (overhead !== undefined) {
    return sectionLines(page, {
      head: OVERHEAD_HEAD,
      rows: stepRows(overhead).map(overheadCells),
      sentences: overheadSentences(overhead),
      note: OVERHEAD_NOTE,
    });
  }
  if (load?.overhead === undefined) return [];
  return sectionLines(page, {
    head: ADDED_HEAD,
    rows: addedRows(load),
    sentences: addedSentences(load),
    note: addedNote(load),
  });
}

interface Section {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly sentences: readonly string[];
  readonly note: string;
}

function sectionLines(page: TextPage, { head, rows, sentences, note }: Section): string[] {
  const names = head.map((title) => title.toLowerCase().replace('ci', 'CI'));
  const [first = '', ...others] = page.table([names, ...rows]);
  return [
    '',
    page.paint('heading', 'Overhead'),
    ...(rows.length === 0 ? [] : [page.paint('heading', first), ...others]),
    ...sentences.flatMap((each) => page.wrap(each, 2, 2)),
    ...(rows.length === 0 ? [] : page.wrap(note, 2, 2)).map((line) => page.paint('quiet', line)),
  ];
}
