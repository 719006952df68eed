import { CONFIDENCE, type Interval } from '../change/estimate.ts';
import {
  carriesPercentile,
  percentileChanges,
  WeightedBlocks,
} from '../change/percentile-change.ts';
import type { Histogram } from '../histogram.ts';
import type { Blocks } from '../load-series.ts';
import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';
import type { Metric } from '../sample.ts';

export const OVERHEAD_MODES = ['body', 'stream'] as const;
export type OverheadMode = (typeof OVERHEAD_MODES)[number];

/** Chats without the gateway and through it; the blocks of one place were sent one after the other. */
export interface OverheadSides {
  readonly floor: Blocks;
  readonly through: Blocks;
}

export const OVERHEAD_PERCENTS = [50, 90, 99] as const;

/** The durations of a chat that an objective can limit. */
export const OVERHEAD_METRICS = ['ttft', 'e2e', 'forward', 'relay'] as const;
export type OverheadMetric = (typeof OVERHEAD_METRICS)[number];

/**
 * - `ttft`, `e2e`: the time to the first token, and to the end of the answer, from the send.
 * - `addedTtft`, `addedE2e`: the same less the time of the provider, which it measures itself.
 * - `forward`: the time until the request reached the upstream.
 * - `relay`: the time from the write of each token to its read.
 */
const TIMES = {
  ttft: 'ttftFromSend',
  addedTtft: 'addedTtft',
  e2e: 'e2eFromSend',
  addedE2e: 'addedE2e',
  forward: 'forward',
  relay: 'relay',
} as const satisfies Readonly<Record<string, Metric>>;

/** One percentile of a duration on both sides, in ms. */
export interface OverheadFigure {
  readonly mode: OverheadMode;
  readonly metric: keyof typeof TIMES;
  readonly percent: (typeof OVERHEAD_PERCENTS)[number];
  readonly floor: OverheadCell;
  readonly through: OverheadCell;
  /** What the gateway adds. */
  readonly overheadMs: number;
  /** 95 %; absent when there were too few blocks. */
  readonly interval?: Interval;
}

interface OverheadCell {
  readonly ms: number;
  /** Requests, or tokens. */
  readonly observations: number;
}

/** The histograms are that fine; their blocks are short, so that nothing else widens an interval. */
const RESOLUTION = 0.001;

const METRICS = Object.keys(TIMES) as (keyof typeof TIMES)[];

/** What the gateway adds to the times of each mode, where the observations carry the percentile. */
export function overheadFigures(sides: OverheadSides): readonly OverheadFigure[] {
  return OVERHEAD_MODES.flatMap((mode) =>
    METRICS.flatMap((metric) => figuresOf(sides, mode, metric)),
  );
}

function figuresOf(
  sides: OverheadSides,
  mode: OverheadMode,
  metric: keyof typeof TIMES,
): readonly OverheadFigure[] {
  const of = (blocks: Blocks): readonly Histogram[] =>
    blocks
      .get('chat')
      ?.get(mode)
      ?.map((sample) => sample[TIMES[metric]]) ?? [];
  const before = of(sides.floor);
  const after = of(sides.through);
  const [floor, through] = [countOf(before), countOf(after)];
  const least = Math.min(floor, through);
  const percents = OVERHEAD_PERCENTS.filter((percent) => carriesPercentile(least, percent));
  const changes = percentileChanges({ before, after, paired: true }, percents, RESOLUTION, true);
  const [floorTimes, throughTimes] = [before, after].map((each) => percentilesOf(each, percents));
  return percents.map((percent, at) => {
    const floorMs = floorTimes?.[at] ?? 0;
    const throughMs = throughTimes?.[at] ?? 0;
    const interval = changes[at]?.interval(CONFIDENCE);
    return {
      mode,
      metric,
      percent,
      floor: { ms: floorMs, observations: floor },
      through: { ms: throughMs, observations: through },
      overheadMs: throughMs - floorMs,
      ...(interval && { interval }),
    };
  });
}

function countOf(histograms: readonly Histogram[]): number {
  return histograms.reduce((sum, { count }) => sum + count, 0);
}

/** Within their buckets: an overhead is often smaller than the bucket of a request latency. */
function percentilesOf(
  histograms: readonly Histogram[],
  percents: readonly number[],
): readonly number[] {
  const some = histograms.filter(({ count }) => count > 0);
  return new WeightedBlocks(some, true).percentiles(percents);
}

/** The share of the requests of a block that is its beginning, or its end. */
const SHARE = 0.2;

/** Whether requests of one block wait longer and longer: the sign of a queue, at whatever latency. */
export class QueueGrowth implements ExchangeObserver {
  readonly #answered: { readonly scheduledMs: number; readonly latencyMs: number }[] = [];

  record({ exchange: { timing }, resultClass }: MeasuredExchange): void {
    if (resultClass.kind !== 'good') return;
    const { intendedMs, endMs } = timing;
    this.#answered.push({ scheduledMs: intendedMs, latencyMs: endMs - intendedMs });
  }

  /** By how much the mean latency from the scheduled start grew from the first fifth of the block to the last, in ms. */
  get ms(): number {
    const inOrder = this.#answered.toSorted((one, other) => one.scheduledMs - other.scheduledMs);
    const count = Math.ceil(inOrder.length * SHARE);
    if (count === 0) return 0;
    const mean = (part: typeof inOrder) =>
      part.reduce((sum, { latencyMs }) => sum + latencyMs, 0) / count;
    return mean(inOrder.slice(-count)) - mean(inOrder.slice(0, count));
  }
}
