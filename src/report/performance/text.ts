import { AGAINST_LABELS } from '../assemble/against-section.ts';
import type { TextPage } from '../formats/text/text-page.ts';
import type { Performance, PerformanceChange, PerformanceRow } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import {
  deltaText,
  figureName,
  intervalText,
  overallSentences,
  subjectName,
  valueText,
  WORD_INK,
  WORD_TEXT,
} from './phrases.ts';

const HEAD_CHARACTERS = 14;
const WORD_COLUMNS = 'Cannot tell'.length;

/** The comparison of a run with the one of `--against`. */
export function againstLines({ against }: RunReport, page: TextPage): readonly string[] {
  return against?.performance === undefined
    ? []
    : performanceLines(against.performance, AGAINST_LABELS, page);
}

/** Every figure of both sides, for a terminal; a table for each subject after the first. */
export function performanceLines(
  performance: Performance,
  labels: readonly string[],
  page: TextPage,
): readonly string[] {
  const sentences = overallSentences(performance, labels);
  return [
    '',
    page.paint('heading', 'Performance'),
    ...performance.notes.flatMap((note) => page.wrap(note, 2)),
    ...sentences.flatMap((sentence, at) => [
      ...page.wrap(sentence, 2),
      ...subjectTable(performance, at, [labels[0] ?? '', labels[at + 1] ?? ''], page),
    ]),
  ];
}

function subjectTable(
  { rows }: Performance,
  at: number,
  labels: readonly string[],
  page: TextPage,
): readonly string[] {
  const groups = [...Map.groupBy(rows, subjectName)];
  const head = ['', ...labels.map((label) => label.slice(0, HEAD_CHARACTERS)), 'change', '95 % CI'];
  const cells = [head, ...groups.flatMap(([, group]) => group.map((row) => rowCells(row, at)))];
  const [headLine = '', ...lines] = page.table(cells, { indent: 4, reserve: WORD_COLUMNS + 2 });
  let next = 0;
  return [
    page.paint('quiet', headLine),
    ...groups.flatMap(([name, group]) => [
      `  ${name}`,
      ...group.flatMap((row) => {
        const line = lines[next] ?? '';
        next += 1;
        const { word = 'cannot-tell', interval, reason } = row.changes[at] ?? {};
        const why = interval === null ? page.wrap(reason ?? '', 6) : [];
        return [
          `${line}  ${page.paint(WORD_INK[word], WORD_TEXT[word])}`,
          ...why.map((each) => page.paint('quiet', each)),
        ];
      }),
    ]),
  ];
}

/** The reason for a missing interval stands below the row. */
function intervalCell(change: PerformanceChange, row: PerformanceRow): string {
  return change.interval === null ? '–' : intervalText(change, row);
}

function rowCells(row: PerformanceRow, at: number): readonly string[] {
  const change = row.changes[at];
  const values = [row.cells[0], row.cells[at + 1]].map((cell) =>
    valueText(cell?.value ?? null, row.unit),
  );
  const rest =
    change === undefined ? ['–', '–'] : [deltaText(change, row), intervalCell(change, row)];
  // As in the table of the load, so that a row fits on a line.
  const name = figureName(row).replace(' (e2e)', '');
  return [name, ...values, ...rest];
}
