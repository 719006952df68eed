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
import type { Performance, PerformanceChange, PerformanceRow } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import {
  type Block,
  type Cell,
  charts,
  paragraph,
  type Row,
  type Section,
  section,
  type Table,
} from './document.ts';

/** The comparison of a run with the one of `--against`. */
export function againstSection({ against }: RunReport): Section | undefined {
  if (against?.performance === undefined) return undefined;
  const { file, startedAt, target, performance } = against;
  const day = startedAt.slice(0, 16).replace('T', ' ');
  const blocks = performanceBlocks(performance, AGAINST_LABELS);
  return section(
    'Against the baseline',
    [paragraph(['Baseline: ', { code: file }, `, ${day} UTC, `, { code: target }]), ...blocks],
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

function subjectTable({ rows }: Performance, at: number, labels: readonly string[]): Table {
  const [before = '', after = ''] = [labels[0], labels[at + 1]];
  return {
    kind: 'table',
    name: `${after} against ${before}`,
    columns: [
      { title: 'Figure' },
      ...[before, after, 'Change', '95 % CI'].map((title) => ({ title })),
      { title: 'Interval against the minimal effect', drawn: true },
      { title: 'Result', text: true },
    ],
    groups: [...Map.groupBy(rows, subjectName)].map(([name, group]) => ({
      name,
      rows: group.flatMap((row) => {
        const change = row.changes[at];
        return change === undefined ? [] : [figureRow(row, change, at)];
      }),
    })),
  };
}

/** Without an interval its reason stands below the row. */
function figureRow(row: PerformanceRow, change: PerformanceChange, at: number): Row {
  const { word, interval, reason } = change;
  const tone = WORD_INK[word];
  return {
    name: figureName(row),
    cells: [
      ...[row.cells[0], row.cells[at + 1]].map((cell) => valueText(cell?.value ?? null, row.unit)),
      deltaText(change, row),
      interval === null ? '–' : intervalText(change, row),
      drawing(change),
      [{ tag: WORD_TEXT[word], tone }],
    ],
    ...(interval === null && reason !== undefined && { notes: [reason] }),
    tone,
  };
}

function drawing({ interval, delta, minEffect }: PerformanceChange): Cell {
  if (interval === null || delta === null || minEffect === null) return '';
  return { draw: () => intervalChart({ ...interval, delta, minEffect }) };
}
