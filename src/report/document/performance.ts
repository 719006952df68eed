import { intervalChart } from '../charts/plot.ts';
import { curveChart } from '../charts/spread-charts.ts';
import {
  AGAINST_LABELS,
  deltaText,
  figureName,
  intervalText,
  overallSentences,
  subjectName,
  valueText,
  WORD_INK,
  WORD_TEXT,
} from '../performance/phrases.ts';
import { formatTime } from '../phrases/number-format.ts';
import type { Delta, Figure, Performance, PerformanceChange } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import {
  type Block,
  type Cell,
  charts,
  paragraph,
  type Row,
  type RowGroup,
  type Section,
  section,
  type Table,
} from './document.ts';

/** The comparison of a run with the one of `--against`. */
export function againstSection({ against }: RunReport): Section | undefined {
  if (against?.performance === undefined) return undefined;
  const { file, startedAt, target, performance } = against;
  const blocks = performanceBlocks(performance, AGAINST_LABELS);
  return section(
    'Against the baseline',
    [
      paragraph(['Baseline: ', { code: file }, `, ${formatTime(startedAt)}, `, { code: target }]),
      ...blocks,
    ],
    { id: 'against' },
  );
}

/** Every figure of both sides; a table for each subject after the first. */
export function performanceBlocks(
  performance: Performance,
  labels: readonly string[],
): readonly (Block | undefined)[] {
  const { words, curves = [], notes } = performance;
  return [
    ...notes.map((note) => paragraph(note, { tone: 'quiet' })),
    ...overallSentences(performance, labels).flatMap((sentence, at) => [
      paragraph(sentence, { tone: WORD_INK[words[at] ?? 'cannot-tell'] }),
      subjectTable(performance, at, labels),
      charts(() => curves.map((curve) => curveChart(curve, at, labels))),
    ]),
  ];
}

const FEW = '– too few observations for an interval: 200 carry that of p95, 1 000 that of p99.';

/** Whether only more observations are missing, which the note of the table says for all figures. */
function isFew(change: PerformanceChange | undefined): boolean {
  return change?.interval === null && / observations, p\d+ needs /.test(change.reason ?? '');
}

const INTERVALS =
  'On the page each interval is drawn about 0, up to three minimal effects; the grey box is the minimal effect to either side.';

function subjectTable({ rows }: Performance, at: number, labels: readonly string[]): Table {
  const [before = '', after = ''] = [labels[0], labels[at + 1]];
  return {
    kind: 'table',
    name: `${after} against ${before}`,
    columns: [
      ...['Figure', before, after, 'Change', '95 % CI'].map((title) => ({ title })),
      { title: 'Interval against the minimal effect', drawn: true },
      { title: 'Result', text: true },
    ],
    groups: figureGroups(rows, at, resultOf),
    note: rows.some(({ changes }) => isFew(changes[at])) ? `${INTERVALS} ${FEW}` : INTERVALS,
  };
}

/**
 * Figures of the first subject and another one with their change, for the columns Figure, before, after,
 * Change and 95 % CI; a group for each operation, mode and step.
 * @param at the other subject, counted from the second one
 * @param moreOf what stands beside the change
 */
export function figureGroups<Change extends Delta>(
  rows: readonly (Figure & { readonly changes: readonly Change[] })[],
  at: number,
  moreOf: (change: Change) => Partial<Row> = () => ({}),
): readonly RowGroup[] {
  return [...Map.groupBy(rows, subjectName)].map(([name, group]) => ({
    name,
    rows: group.flatMap((row) => {
      const change = row.changes[at];
      if (change === undefined) return [];
      const { cells = [], ...more } = moreOf(change);
      const sides = [row.cells[0], row.cells[at + 1]];
      return [
        {
          name: figureName(row),
          cells: [
            ...sides.map((cell) => valueText(cell?.value ?? null, row.unit)),
            deltaText(change, row),
            intervalText(change, row),
            ...cells,
          ],
          ...more,
        },
      ];
    }),
  }));
}

/** Without an interval its reason stands below the row. */
function resultOf(change: PerformanceChange): Partial<Row> {
  const { word, interval, reason } = change;
  const tone = WORD_INK[word];
  return {
    cells: [drawing(change), [{ tag: WORD_TEXT[word], tone }]],
    ...(interval === null && reason !== undefined && !isFew(change) && { notes: [reason] }),
    tone,
  };
}

function drawing({ interval, delta, minEffect }: PerformanceChange): Cell {
  if (interval === null || delta === null || minEffect === null) return '';
  return { draw: () => intervalChart({ ...interval, delta, minEffect }) };
}
