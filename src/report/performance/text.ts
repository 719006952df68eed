import { AGAINST_LABELS } from '../assemble/against-section.ts';
import { table, wrap } from '../formats/text/columns.ts';
import type { Paint } from '../formats/text/paint.ts';
import type { Performance, PerformanceRow } from '../schema/performance.ts';
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

/** The comparison of a run with the one of `--against`. */
export function againstLines({ against }: RunReport, paint: Paint): readonly string[] {
  return against?.performance === undefined
    ? []
    : performanceLines(against.performance, AGAINST_LABELS, paint);
}

/** Every figure of both sides, for a terminal; a table for each subject after the first. */
export function performanceLines(
  performance: Performance,
  labels: readonly string[],
  paint: Paint,
): readonly string[] {
  const sentences = overallSentences(performance, labels);
  return [
    '',
    paint('heading', 'Performance'),
    ...performance.notes.flatMap((note) => wrap(note, 2)),
    ...sentences.flatMap((sentence, at) => [
      ...wrap(sentence, 2),
      ...subjectTable(performance, at, [labels[0] ?? '', labels[at + 1] ?? ''], paint),
    ]),
  ];
}

function subjectTable(
  { rows }: Performance,
  at: number,
  labels: readonly string[],
  paint: Paint,
): readonly string[] {
  const groups = [...Map.groupBy(rows, subjectName)];
  const head = ['', ...labels.map((label) => label.slice(0, HEAD_CHARACTERS)), 'change', '95 % CI'];
  const cells = [head, ...groups.flatMap(([, group]) => group.map((row) => rowCells(row, at)))];
  const [headLine = '', ...lines] = table(cells, 4);
  let next = 0;
  return [
    paint('quiet', headLine),
    ...groups.flatMap(([name, group]) => [
      `  ${name}`,
      ...group.map((row) => {
        const line = lines[next] ?? '';
        next += 1;
        const word = row.changes[at]?.word ?? 'cannot-tell';
        return `${line}  ${paint(WORD_INK[word], WORD_TEXT[word])}`;
      }),
    ]),
  ];
}

function rowCells(row: PerformanceRow, at: number): readonly string[] {
  const change = row.changes[at];
  const values = [row.cells[0], row.cells[at + 1]].map((cell) =>
    valueText(cell?.value ?? null, row.unit),
  );
  const rest =
    change === undefined ? ['–', '–'] : [deltaText(change, row), intervalText(change, row)];
  return [figureName(row), ...values, ...rest];
}
