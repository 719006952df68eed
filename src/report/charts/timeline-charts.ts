import { present } from '../../input/defined.ts';
import { CHOSEN_MODES } from '../../measure/objective.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatCount, formatMilliseconds, formatNumberOf } from '../phrases/number-format.ts';
import { modeName, placeOf } from '../phrases/operation-figures.ts';
import { clip } from '../phrases/printable.ts';
import type {
  LoadReport,
  OperationTimeline,
  TimelineColumn,
  TimelineReport,
} from '../schema/load.ts';
import type { Objective } from '../schema/run-report.ts';
import { type Backdrop, backdropOf, underlay } from './backdrop.ts';
import { bandMark, dot, figure, hover, lineMark, type Plot, plotOf, secondsLabel } from './plot.ts';
import { heatMap, percentileCurve } from './spread-charts.ts';

/** What an operation and mode has a chart for. */
export interface TimedChart {
  readonly timeline: OperationTimeline;
  readonly metric: TimedMetric;
  /** It has a limit to meet, or responses that failed: to be seen at once. */
  readonly isNotable: boolean;
}

/** One for each operation and mode; streams have one for TTFT too. */
export function timedCharts(
  { timeline }: LoadReport,
  objectives: readonly Objective[],
): readonly TimedChart[] {
  if (timeline === undefined) return [];
  const metricsOf = ({ columns }: OperationTimeline): readonly TimedMetric[] =>
    columns.some(({ ttftP50Ms }) => ttftP50Ms !== undefined) ? ['ttft', 'e2e'] : ['e2e'];
  return inOrder(timeline).flatMap((each) => {
    const hasFailures = each.columns.some(({ failed = 0 }) => failed > 0);
    return metricsOf(each).map((metric) => {
      const limits = limitsOf({ timeline: each, metric, objectives });
      return { timeline: each, metric, isNotable: hasFailures || limits.length > 0 };
    });
  });
}

/** These charts, on one time axis. */
export function timelineCharts(
  load: LoadReport,
  objectives: readonly Objective[],
  drawn: readonly TimedChart[] = timedCharts(load, objectives),
): Markup[] {
  const { timeline } = load;
  if (timeline === undefined) return [];
  const shared = {
    all: timeline.operations,
    objectives,
    backdrop: backdropOf(load),
    widthS: timeline.widthS,
    endS: endOf(timeline),
  };
  return drawn.map(({ timeline: each, metric }) =>
    operationChart({ ...shared, timeline: each, metric }),
  );
}

/** How the latencies of each operation are spread: percentiles, and a map over time. */
export function spreadCharts({ timeline }: LoadReport): readonly (Markup | false)[] {
  if (timeline === undefined) return [];
  const { widthS, binRatio } = timeline;
  return inOrder(timeline).flatMap((each) => [
    percentileCurve(each),
    heatMap(each, { widthS, binRatio, endS: endOf(timeline) }),
  ]);
}

function inOrder({ operations }: TimelineReport): readonly OperationTimeline[] {
  const executed = operations.filter(({ mode }) => mode !== 'replay');
  return executed.toSorted((one, other) => placeOf(one.operation) - placeOf(other.operation));
}

function endOf({ operations, widthS }: TimelineReport): number {
  return Math.max(...operations.flatMap(({ columns }) => columns.map(({ atS }) => atS + widthS)));
}

/** Fewer responses than this carry no p95: it is the slowest of them. */
const CARRIES_P95 = 20;
/** Fewer make a line of chance: they are dots only. */
const CARRIES_LINE = 5;
/** A limit further away than this would flatten the lines: it is named instead. */
const NEAR = 3;
/** Height of the errors below the lines. */
const STRIP = 14;

type TimedMetric = 'e2e' | 'ttft';

interface OperationChart {
  readonly timeline: OperationTimeline;
  readonly metric: TimedMetric;
  readonly widthS: number;
  /** Every chart ends here, so that they can be compared. */
  readonly endS: number;
  readonly objectives: readonly Objective[];
  readonly backdrop: Backdrop;
  /** Idempotent replays among them have no chart of their own. */
  readonly all: readonly OperationTimeline[];
}

const TITLES = { e2e: 'request latency', ttft: 'TTFT' } as const;

/** The latency of one operation over time: p50, p95 and its limit; below them the errors. */
function operationChart(chart: OperationChart): Markup {
  const { timeline, metric, endS, backdrop } = chart;
  const points = withGaps(timeline.columns.map((column) => pointOf(column, chart)));
  const replayed = chart.all.filter(
    ({ operation, mode }) => operation === timeline.operation && mode === 'replay',
  );
  const replays = withGaps(
    metric === 'e2e'
      ? replayed.flatMap(({ columns }) => columns.map((column) => pointOf(column, chart)))
      : [],
  );
  const highest = Math.max(0, ...[...points, ...replays].map(({ p95 = 0 }) => p95));
  const limits = limitsOf(chart);
  const near = limits.filter(({ limit }) => limit <= highest * NEAR);
  const most = Math.max(highest, ...near.map(({ limit }) => limit)) * 1.05;
  const plot = plotOf(
    {
      x: { from: 0, to: endS, name: '', label: secondsLabel },
      y: { from: 0, to: most, name: `${TITLES[metric]}, ms`, nice: true },
    },
    STRIP,
  );
  const count = timeline.columns.reduce((sum, { good }) => sum + good, 0);
  const name = clip(modeName(timeline.operation, timeline.mode), 80);
  const isJudged = limits.some(({ objective }) => /\bp95\b/.test(objective));
  const line = points.map(stretchOf);
  const drawing = markup`${underlay(backdrop, plot)}
${bandMark(plot, line)}
${replays.length > 0 && replayMarks(replays, plot)}
${lineMark(
  plot,
  isJudged ? 'edge judged' : 'edge',
  line.map((stretch) => stretch && [stretch[0], stretch[2]]),
)}
${lineMark(
  plot,
  isJudged ? 'first thin' : 'first',
  line.map((stretch) => stretch && [stretch[0], stretch[1]]),
)}
${points.map((point) => fewDot(point, plot))}
${near.map((objective) => limitLine(objective, plot))}
${points.map((point) => strip(point, plot))}
${points.map((point) => hover(plot, [plot.x(point.fromS), plot.x(point.toS)], hoverText(point)))}`;
  return figure({
    title: name,
    more: [formatNumberOf(count, 'response'), ...limits.map(limitText)].join(' · '),
    description: describe(name, metric, points),
    plot,
    drawing,
  });
}

interface Point {
  readonly fromS: number;
  readonly midS: number;
  readonly toS: number;
  readonly good: number;
  readonly failed: number;
  readonly throttled: number;
  readonly p50?: number | undefined;
  readonly p95?: number | undefined;
}

function pointOf(column: TimelineColumn, { metric, widthS }: OperationChart): Point {
  const { atS, good, failed = 0, throttled = 0 } = column;
  const [p50, p95] =
    metric === 'e2e' ? [column.e2eP50Ms, column.e2eP95Ms] : [column.ttftP50Ms, column.ttftP95Ms];
  const times = { fromS: atS, midS: atS + widthS / 2, toS: atS + widthS };
  return { ...times, good, failed, throttled, p50, p95 };
}

/** With an empty point in each stretch in which nothing ended: no line may hide it. */
function withGaps(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (before === undefined || before.toS === point.fromS) return [point];
    const [fromS, toS] = [before.toS, point.fromS];
    return [{ fromS, toS, midS: (fromS + toS) / 2, good: 0, failed: 0, throttled: 0 }, point];
  });
}

/** Limits in ms on this latency of this operation. */
function limitsOf({
  timeline,
  metric,
  objectives,
}: Pick<OperationChart, 'timeline' | 'metric' | 'objectives'>): readonly Objective[] {
  return objectives.filter(({ objective, operation, unit }) => {
    if (unit !== 'ms' || (operation !== 'all' && operation !== timeline.operation)) return false;
    const words = objective.split(/\s+/);
    const mode = CHOSEN_MODES.find((each) => words.includes(each));
    return words.includes(metric) && (mode === undefined || mode === timeline.mode);
  });
}

function limitText({ objective, limit }: Objective): string {
  const statistic = /\b(?:p[\d.]+|max)\b/.exec(objective)?.[0] ?? '';
  return `${statistic} limit ${formatMilliseconds(limit)}`;
}

/** Where the lines pass; a gap where too few responses came. */
function stretchOf({ midS, good, p50, p95 }: Point) {
  const isGap = p50 === undefined || p95 === undefined || good < CARRIES_LINE;
  return isGap ? undefined : ([midS, p50, p95] as const);
}

/** A dot for each second. */
function replayMarks(replays: readonly Point[], plot: Plot): Markup {
  const dots = replays.map(
    ({ midS, p50 }) => p50 !== undefined && dot(plot, [midS, p50], { kind: 'replay', radius: 1.5 }),
  );
  return markup`${dots}`;
}

/** A dot says that its percentiles are of few responses; without a line, up to the slowest of them. */
function fewDot({ good, midS, p50, p95 = p50 }: Point, plot: Plot): Markup | false {
  if (p50 === undefined || p95 === undefined || good >= CARRIES_P95) return false;
  const reach = lineMark(plot, 'reach', [
    [midS, p50],
    [midS, p95],
  ]);
  return markup`${good < CARRIES_LINE && reach}${dot(plot, [midS, p50], { kind: 'few', radius: 2 })}`;
}

function limitLine(objective: Objective, { y, left, right }: Plot): Markup {
  const height = y(objective.limit).toFixed(1);
  return markup`<path class="limit" d="M${left} ${height}H${right}"><title>${limitText(objective)}</title></path>`;
}

/** Shares of failed and throttled responses, from the bottom. */
function strip(
  { fromS, toS, good, failed, throttled }: Point,
  { x, bottom }: Plot,
): Markup | false {
  const all = good + failed + throttled;
  if (failed + throttled === 0) return false;
  const foot = bottom + STRIP;
  const width = Math.max(1, x(toS) - x(fromS) - 0.5).toFixed(1);
  // At least a pixel: one failure of a thousand is to be seen.
  const [red, amber] = [failed, throttled].map((count) =>
    count === 0 ? 0 : Math.max(2, (count / all) * (STRIP - 2)),
  );
  const bar = (kind: string, from: number, height: number) =>
    height > 0 &&
    markup`<rect class="${kind}" x="${x(fromS).toFixed(1)}" y="${(foot - from - height).toFixed(1)}" width="${width}" height="${height.toFixed(1)}"/>`;
  return markup`${bar('errors', 0, red ?? 0)}${bar('throttled', red ?? 0, amber ?? 0)}`;
}

function hoverText({ fromS, good, failed, throttled, p50, p95 }: Point): string {
  const figures = present([
    p50 !== undefined && `p50 ${formatMilliseconds(p50)}`,
    p95 !== undefined && `${good < CARRIES_P95 ? 'max' : 'p95'} ${formatMilliseconds(p95)}`,
    formatNumberOf(good, 'response'),
    failed !== 0 && `${formatCount(failed)} failed`,
    throttled !== 0 && `${formatCount(throttled)} with status 429`,
  ]);
  return `${fromS} s: ${figures.join(', ')}`;
}

function describe(name: string, metric: TimedMetric, points: readonly Point[]): string {
  const known = points.flatMap(({ p50 }) => (p50 === undefined ? [] : [p50]));
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  if (known.length === 0) {
    return `${TITLES[metric]} of ${name} over time: no good response, ${formatCount(failed)} failed.`;
  }
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatMilliseconds);
  return `${TITLES[metric]} of ${name} over time: p50 from ${least ?? ''} to ${most ?? ''}; ${formatCount(failed)} responses failed.`;
}
