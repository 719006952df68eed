import { HATCHING } from '../charts/backdrop.ts';
import {
  formatFew,
  SECOND_FIGURES,
  type Second,
  type ShownSeconds,
  secondsCharts,
  shownSeconds,
} from '../charts/seconds-charts.ts';
import { type TimedChart, timedCharts, timelineCharts } from '../charts/timeline-charts.ts';
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

/**
 * Percentiles of each operation, in ms: from the send, then from the scheduled start.
 * @param folded whether all of it is one click away
 */
export function latencySections(load: LoadReport, folded = false): readonly Section[] {
  const { jobs } = load;
  const durations = latencyRows([
    ['create to end', jobs?.durationMs],
    ['poll lag, upper limit', jobs?.pollLagMs],
    ['poll lag, reported (± 1 s)', jobs?.statedPollLagMs],
    ['cancel', jobs?.cancelLatencyMs],
  ]);
  const { operations, modes } = groupsOf(load, sentLatencies);
  const fromSend = [...operations, { name: 'video jobs', rows: durations }];
  const scheduled = groupsOf(load, scheduledLatencies);
  return [
    section(
      'Latency',
      [
        latencyTable('Latency of each operation, in ms', fromSend) ??
          paragraph('No latency was measured.'),
      ],
      { folded },
    ),
    section('Latency of each mode', [latencyTable('Latency of each mode, in ms', modes)], {
      folded: true,
      only: 'page',
    }),
    section(
      'Latency from the scheduled start, as objectives measure',
      [
        latencyTable('Latency from the scheduled start, in ms', [
          ...scheduled.operations,
          ...scheduled.modes.map((each) => ({ ...each, only: 'page' as const })),
        ]),
      ],
      { folded: true },
    ),
  ].filter(({ blocks }) => blocks.length > 0);
}

/** The first that a narrow terminal drops. */
const MINOR: ReadonlySet<string> = new Set(['p90', 'p99']);

type Latency = readonly [name: string, percentiles: Percentiles | undefined];

/** Those of repetitions under an idempotency key are in no other row. */
function sentLatencies(figures: OperationLoad): readonly Latency[] {
  const { ttftMs, itlMs, tpotMs, argsMs, e2eMs, modes } = figures;
  return [
    ['TTFT', ttftMs],
    ['ITL', itlMs],
    ['TPOT', tpotMs],
    ['last argument', argsMs],
    ['request latency', e2eMs],
    ['idempotent replay', modes?.replay?.e2eMs],
    ['waited for the original', modes?.waited?.e2eMs],
  ];
}

function scheduledLatencies(figures: OperationLoad): readonly Latency[] {
  return [
    ['TTFT', figures.ttftFromIntendedMs],
    ['last argument', figures.argsFromIntendedMs],
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

interface Groups {
  /** Slow readers among them, because no other row includes their times, and calls of functions. */
  readonly operations: readonly RowGroup[];
  /** Only where an operation has several. */
  readonly modes: readonly RowGroup[];
}

function groupsOf(
  load: LoadReport,
  latenciesOf: (figures: OperationLoad) => readonly Latency[],
): Groups {
  const groups = loadedOperations(load).map(([operation, figures]) => {
    // Repetitions under an idempotency key have a row in the operation.
    const modes = Object.entries(figures.modes ?? {})
      .filter(([mode]) => mode !== 'replay' && mode !== 'waited')
      .map(([mode, apart]) => ({
        mode,
        name: modeName(operation, mode),
        rows: latencyRows(latenciesOf(apart)),
      }));
    const apart = modes.filter(({ mode }) => mode === 'slow' || mode === 'call');
    return {
      operations: [{ name: operation, rows: latencyRows(latenciesOf(figures)) }, ...apart],
      modes: modes.filter((each) => !apart.includes(each)),
    };
  });
  return {
    operations: groups.flatMap(({ operations }) => operations),
    modes: groups.flatMap(({ modes }) => modes),
  };
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
  const { shown, folded } = ordered(timedCharts(load, slo));
  const blocks =
    seconds.points.length < 2
      ? [paragraph('The load was too short for a chart.')]
      : [
          paragraph(legend(load, seconds, slo), { tone: 'quiet' }),
          charts(() => [
            HATCHING,
            ...timelineCharts(load, slo, shown),
            ...(load.health.healthy ? [] : secondsCharts(seconds, load)),
          ]),
          section(
            load.health.healthy ? 'More charts, of what stayed as it should' : 'More charts',
            [
              charts(() => [
                ...timelineCharts(load, slo, folded),
                ...(load.health.healthy ? secondsCharts(seconds, load) : []),
              ]),
            ],
            { folded: true },
          ),
          section('The figures, second by second', [secondsTable(seconds)], { folded: true }),
        ];
  return section('Second by second', blocks, { only: 'page' });
}

/** The charts to be seen at once, or those of one operation where nothing stands out. */
function ordered(all: readonly TimedChart[]) {
  const notable = all.filter(({ isNotable }) => isNotable);
  const [first] = all;
  const shown =
    notable.length > 0 ? notable : all.filter(({ timeline }) => timeline === first?.timeline);
  return { shown, folded: all.filter((each) => !shown.includes(each)) };
}

/** What the marks of the charts mean, as far as they are drawn. */
function legend(
  { timeline, series }: LoadReport,
  { points, secondsEach }: ShownSeconds,
  slo: readonly Objective[],
): string {
  const widthS = timeline?.widthS ?? 1;
  const sentences = [
    timeline !== undefined &&
      `Lines: p50; shaded up to p95, from the scheduled start${widthS > 1 ? `, each point of ${widthS} s` : ''}. Dots: fewer than 20 responses, so the upper edge, or the end of the stroke, is the slowest of them. Each chart has a scale of its own. Bars below: share of errors (red) and of status 429 (amber).`,
    slo.some(({ unit }) => unit === 'ms') &&
      'Dashed red: the limit of an objective; the percentile that it judges is bold.',
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
    return key.endsWith('Ms') ? formatDigits(value) : formatFew(value);
  });
  return { name: String(point.atS), cells };
}
