import {
  SECOND_FIGURES,
  type Second,
  type ShownSeconds,
  secondsCharts,
  shownSeconds,
} from '../charts/seconds-charts.ts';
import { timelineCharts } from '../charts/timeline-charts.ts';
import { formatCount, formatDigits } from '../phrases/number-format.ts';
import {
  isOnlyMax,
  loadedOperations,
  modeName,
  SHOWN_PERCENTILES,
} from '../phrases/operation-figures.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Objective } from '../schema/run-report.ts';
import type { OperationLoad, Percentiles } from '../schema/traffic.ts';
import {
  charts,
  paragraph,
  type Row,
  type RowGroup,
  rowsOf,
  type Section,
  section,
  type Table,
} from './document.ts';

/** Percentiles of each operation, in ms: from the send, then from the scheduled start. */
export function latencySections(load: LoadReport): readonly Section[] {
  const { jobs } = load;
  const durations = latencyRows([
    ['create to end', jobs?.durationMs],
    ['poll lag, upper limit', jobs?.pollLagMs],
    ['poll lag, reported (± 1 s)', jobs?.statedPollLagMs],
    ['cancel', jobs?.cancelLatencyMs],
  ]);
  const fromSend = [...groupsOf(load, sentLatencies), { name: 'video jobs', rows: durations }];
  const fromScheduled = groupsOf(load, scheduledLatencies);
  return [
    section('Latency', [
      latencyTable('Latency of each operation, in ms', fromSend) ??
        paragraph('No latency was measured.'),
    ]),
    section(
      'Latency from the scheduled start, as objectives measure',
      [latencyTable('Latency from the scheduled start, in ms', fromScheduled)],
      { folded: true },
    ),
  ].filter(({ blocks }) => blocks.length > 0);
}

/** The first that a narrow terminal drops. */
const MINOR: ReadonlySet<string> = new Set(['p90', 'p99']);

type Latency = readonly [name: string, percentiles: Percentiles | undefined];

/** Those of repetitions under an idempotency key are in no other row. */
function sentLatencies(figures: OperationLoad): readonly Latency[] {
  const { ttftMs, itlMs, tpotMs, e2eMs, modes } = figures;
  return [
    ['TTFT', ttftMs],
    ['ITL', itlMs],
    ['TPOT', tpotMs],
    ['request latency', e2eMs],
    ['idempotent replay', modes?.replay?.e2eMs],
    ['waited for the original', modes?.waited?.e2eMs],
  ];
}

function scheduledLatencies(figures: OperationLoad): readonly Latency[] {
  return [
    ['TTFT', figures.ttftFromIntendedMs],
    ['request latency', figures.e2eFromIntendedMs],
  ];
}

/** A row for each latency that was measured. */
export function latencyRows(
  latencies: readonly Latency[],
  cellsOf: (percentiles: Percentiles) => readonly string[] = shownCells,
): readonly Row[] {
  return latencies.flatMap(([name, percentiles]) =>
    percentiles === undefined ? [] : [{ name, cells: cellsOf(percentiles) }],
  );
}

function latencyTable(name: string, groups: readonly RowGroup[]): Table | undefined {
  const measured = groups.filter(({ rows }) => rows.length > 0);
  if (measured.length === 0) return undefined;
  const cells = measured.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return {
    kind: 'table',
    name,
    columns: ['ms', 'n', ...SHOWN_PERCENTILES].map((title) => ({ title, minor: MINOR.has(title) })),
    groups: measured,
    ...(cells.includes('–') && { note: '– too few observations (n) for this percentile' }),
  };
}

/** Each operation, then its modes where it has several; only slow readers are of interest everywhere. */
function groupsOf(
  load: LoadReport,
  latenciesOf: (figures: OperationLoad) => readonly Latency[],
): readonly RowGroup[] {
  return loadedOperations(load).flatMap(([operation, figures]) => {
    // Repetitions under an idempotency key have a row in the operation.
    const modes = Object.entries(figures.modes ?? {}).filter(
      ([mode]) => mode !== 'replay' && mode !== 'waited',
    );
    return [
      { name: operation, rows: latencyRows(latenciesOf(figures)) },
      ...modes.map(
        ([mode, apart]): RowGroup => ({
          name: modeName(operation, mode),
          rows: latencyRows(latenciesOf(apart)),
          ...(mode !== 'slow' && { only: 'page' }),
        }),
      ),
    ];
  });
}

/** How many observations there were, then each percentile that they carry. */
function shownCells(percentiles: Percentiles): readonly string[] {
  const { count } = percentiles;
  const shown = SHOWN_PERCENTILES.map((each) =>
    isOnlyMax(each, percentiles) ? '–' : formatDigits(percentiles[each]),
  );
  return [count === undefined ? '–' : formatCount(count), ...shown];
}

/** Each operation, the arrivals and the requests in flight over time, and the same in figures. */
export function secondsSection(load: LoadReport, slo: readonly Objective[]): Section {
  const seconds = shownSeconds(load);
  const blocks =
    seconds.points.length < 2
      ? [paragraph('The load was too short for a chart.')]
      : [
          paragraph(legend(load, seconds), { tone: 'quiet' }),
          charts(() => [...timelineCharts(load, slo), ...secondsCharts(seconds, load)]),
          section('The figures, second by second', [secondsTable(seconds)], { folded: true }),
        ];
  return section('Second by second', blocks, { only: 'page' });
}

/** What the marks of the charts mean, as far as they are drawn. */
function legend({ timeline, series }: LoadReport, { points, secondsEach }: ShownSeconds): string {
  const widthS = timeline?.widthS ?? 1;
  const sentences = [
    timeline !== undefined &&
      `Lines: p50; shaded up to p95, from the scheduled start${widthS > 1 ? `, each point of ${widthS} s` : ''}. Dots: fewer than 20 responses, so the upper edge, or the end of the stroke, is the slowest of them. Bars below: share of errors (red) and of status 429 (amber).`,
    timeline?.operations.some(({ mode }) => mode === 'replay') === true &&
      'Grey dots: p50 of idempotent replays.',
    series.some(({ late }) => late === true) && 'Hatched: the load generator could not keep up.',
    secondsEach > 1 && `Arrivals and requests in flight: the highest of ${secondsEach} seconds.`,
    points.some(({ started }) => started === undefined) &&
      'Partial seconds are not plotted. Responses that arrived after the last request are included in the other figures.',
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function secondsTable({ points }: ShownSeconds): Table {
  return {
    kind: 'table',
    name: 'Second by second',
    columns: [{ title: 'Second' }, ...SECOND_FIGURES.map(([, title]) => ({ title }))],
    groups: rowsOf(points.map(secondRow)),
  };
}

function secondRow(point: Second): Row {
  const cells = SECOND_FIGURES.map(([key]) => {
    const value = point[key];
    if (value === undefined) return '–';
    return key.endsWith('Ms') ? formatDigits(value) : formatCount(value);
  });
  return { name: String(point.atS), cells };
}
