import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatMilliseconds, formatNumberOf } from '../../../phrases/number-format.ts';
import { modeName } from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { Objective } from '../../../schema/slo.ts';
import type { OperationTimeline, TimelineColumn } from '../../../schema/timeline.ts';
import { type Backdrop, underlay } from './backdrop.ts';
import {
  type Area,
  across,
  gridLine,
  linePath,
  niceTop,
  type Position,
  timeAxis,
  upwards,
} from './plot.ts';

/** Fewer responses than this carry no p95: it is the slowest of them. */
const CARRIES_P95 = 20;
/** A limit further away than this would flatten the lines: it is named instead. */
const NEAR = 3;
/** Height of the errors below the lines. */
const STRIP = 14;

const AREA: Area = { width: 440, height: 204, left: 46, right: 12, top: 16, bottom: 26 + STRIP };

export type TimedMetric = 'e2e' | 'ttft';

export interface OperationChart {
  readonly timeline: OperationTimeline;
  readonly metric: TimedMetric;
  readonly widthS: number;
  /** Every chart ends here, so that they can be compared. */
  readonly endS: number;
  readonly objectives: readonly Objective[];
  readonly backdrop: Backdrop;
  /** Idempotent replays of this operation. */
  readonly replays: readonly TimelineColumn[];
}

const TITLES = { e2e: 'request latency', ttft: 'TTFT' } as const;

/** The latency of one operation over time: p50, p95 and its limit; below them the errors. */
export function operationChart(chart: OperationChart): Markup {
  const { timeline, metric, endS, backdrop } = chart;
  const points = withGaps(timeline.columns.map((column) => pointOf(column, chart)));
  const replays = chart.replays.map((column) => pointOf(column, chart));
  const highest = Math.max(0, ...[...points, ...replays].map(({ p95 = 0 }) => p95));
  const limits = limitsOf(chart);
  const near = limits.filter(({ limit }) => limit <= highest * NEAR);
  const top = niceTop(Math.max(highest, ...near.map(({ limit }) => limit)) * 1.05);
  const x = across(AREA, 0, endS);
  const y = upwards(AREA, top);
  const count = timeline.columns.reduce((sum, { good }) => sum + good, 0);
  const name = modeName(timeline.operation, timeline.mode);
  return markup`<figure class="chart" data-operation="${timeline.operation}"><figcaption>${clip(name, 80)} <span>${TITLES[metric]}, ms · ${formatNumberOf(count, 'response')}${limits.length > near.length && ` · ${limits.map(limitText).join(', ')}`}</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(name, metric, points)}">
${underlay(backdrop, x, AREA)}
${[0, top / 2, top].map((value) => gridLine(value, y, AREA))}
${timeAxis(0, endS, x, AREA)}
${band(points, x, y)}
${replayLine(replays, x, y)}<path class="line edge" d="${linePath(points.map(({ midS, p95 }) => at(midS, p95, x, y)))}"/>
<path class="line first" d="${linePath(points.map(({ midS, p50 }) => at(midS, p50, x, y)))}"/>
${points.map((point) => fewDot(point, x, y))}
${near.map((objective) => limitLine(objective, y))}
${points.map((point) => strip(point, x))}
${points.map((point) => hover(point, x))}
</svg></figure>
`;
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
function limitsOf({ timeline, metric, objectives }: OperationChart): readonly Objective[] {
  return objectives.filter(({ objective, operation, unit }) => {
    if (unit !== 'ms' || (operation !== 'all' && operation !== timeline.operation)) return false;
    const words = objective.split(/\s+/);
    const mode = words.find((word) => word === 'body' || word === 'stream' || word === 'slow');
    return words.includes(metric) && (mode === undefined || mode === timeline.mode);
  });
}

function limitText({ objective, limit }: Objective): string {
  const statistic = /\b(?:p[\d.]+|max)\b/.exec(objective)?.[0] ?? '';
  return `${statistic} limit ${formatMilliseconds(limit)}`;
}

function at(seconds: number, value: number | undefined, x: Position, y: Position) {
  return value === undefined ? undefined : ([x(seconds), y(value)] as const);
}

/** Between p50 and p95; a piece for each stretch without a gap. */
function band(points: readonly Point[], x: Position, y: Position): Markup {
  const pieces: (readonly Point[])[] = [];
  let piece: Point[] = [];
  for (const point of points) {
    if (point.p50 === undefined) {
      pieces.push(piece);
      piece = [];
    } else piece.push(point);
  }
  const drawing = [...pieces, piece]
    .filter(({ length }) => length > 1)
    .map((each) => {
      const upper = linePath(each.map(({ midS, p95 }) => at(midS, p95, x, y)));
      const lower = linePath(each.toReversed().map(({ midS, p50 }) => at(midS, p50, x, y)));
      return `${upper}L${lower.slice(1)}Z`;
    });
  return markup`<path class="band" d="${drawing.join('')}"/>`;
}

function replayLine(replays: readonly Point[], x: Position, y: Position): Markup | false {
  return (
    replays.length > 0 &&
    markup`<path class="line replays" d="${linePath(replays.map(({ midS, p50 }) => at(midS, p50, x, y)))}"/>
`
  );
}

/** A dot says that its percentiles are of few responses. */
function fewDot({ good, midS, p50 }: Point, x: Position, y: Position): Markup | false {
  if (p50 === undefined || good >= CARRIES_P95) return false;
  return markup`<circle class="few" cx="${x(midS).toFixed(1)}" cy="${y(p50).toFixed(1)}" r="2"/>`;
}

function limitLine(objective: Objective, y: Position): Markup {
  const height = y(objective.limit).toFixed(1);
  return markup`<path class="limit" d="M${AREA.left} ${height}H${AREA.width - AREA.right}"/><text class="limit-name" x="${AREA.width - AREA.right - 2}" y="${height}" dy="-3" text-anchor="end">${limitText(objective)}</text>`;
}

/** Shares of failed and throttled responses, from the bottom. */
function strip({ fromS, toS, good, failed, throttled }: Point, x: Position): Markup | false {
  const all = good + failed + throttled;
  if (failed + throttled === 0) return false;
  const foot = AREA.height - AREA.bottom + STRIP;
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

function hover(point: Point, x: Position): Markup {
  const { fromS, toS, good, failed, throttled, p50, p95 } = point;
  const figures = [
    ...(p50 === undefined ? [] : [`p50 ${formatMilliseconds(p50)}`]),
    ...(p95 === undefined
      ? []
      : [`${good < CARRIES_P95 ? 'max' : 'p95'} ${formatMilliseconds(p95)}`]),
    formatNumberOf(good, 'response'),
    ...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
    ...(throttled === 0 ? [] : [`${formatCount(throttled)} with status 429`]),
  ];
  return markup`<rect class="hover" x="${x(fromS).toFixed(1)}" y="${AREA.top}" width="${(x(toS) - x(fromS)).toFixed(1)}" height="${AREA.height - AREA.top - 26}"><title>${fromS} s: ${figures.join(', ')}</title></rect>`;
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
