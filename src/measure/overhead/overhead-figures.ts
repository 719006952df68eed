import { carriesPercentile } from '../change/carries-percentile.ts';
import { CONFIDENCE, type Interval } from '../change/estimate.ts';
import { percentileChanges } from '../change/percentile-change.ts';
import { WeightedBlocks } from '../change/weighted-blocks.ts';
import type { Histogram } from '../histogram.ts';
import {
  OVERHEAD_MODES,
  type OverheadMode,
  type OverheadRound,
  type RoundMetric,
  type RoundPair,
} from './overhead-round.ts';

export const OVERHEAD_PERCENTS = [50, 90, 99] as const;

/**
 * - `ttft`, `e2e`: the time to the first token, and to the end of the answer.
 * - `forward`: the time until the request reached the upstream.
 * - `relay`: the time from the write of each token to its read.
 */
export const OVERHEAD_METRICS = ['ttft', 'e2e', 'forward', 'relay'] as const;
export type OverheadMetric = (typeof OVERHEAD_METRICS)[number];

/**
 * - `difference`: the time through the gateway less the time without it.
 * - `clock-free`: the same after the time of the provider was subtracted from each request.
 */
export const OVERHEAD_METHODS = ['difference', 'clock-free'] as const;
export type OverheadMethod = (typeof OVERHEAD_METHODS)[number];

/** What the gateway adds at one percentile, in ms. */
export interface OverheadAt {
  readonly percent: number;
  readonly floorMs: number;
  readonly throughMs: number;
  readonly overheadMs: number;
  /** 95 %; absent when there were too few blocks. */
  readonly interval?: Interval;
}

export interface OverheadFigure {
  readonly mode: OverheadMode;
  readonly metric: OverheadMetric;
  readonly method: OverheadMethod;
  /** Requests without the gateway, and through it. */
  readonly observations: { readonly floor: number; readonly through: number };
  /** Only those that the observations carry. */
  readonly percentiles: readonly OverheadAt[];
}

/** The histograms are that fine; their blocks are short, so that nothing else widens an interval. */
const RESOLUTION = 0.001;

/** What the gateway adds to the times of each mode. */
export function overheadFigures(pairs: readonly RoundPair[]): readonly OverheadFigure[] {
  return OVERHEAD_MODES.flatMap((mode) =>
    OVERHEAD_METRICS.flatMap((metric) =>
      OVERHEAD_METHODS.flatMap((method) => {
        const times = TIMES[method][metric];
        return times === undefined ? [] : [figureOf(pairs, { mode, metric, method }, times)];
      }),
    ),
  ).filter(({ percentiles }) => percentiles.length > 0);
}

const TIMES: Readonly<
  Record<OverheadMethod, Readonly<Partial<Record<OverheadMetric, RoundMetric>>>>
> = {
  difference: { ttft: 'ttft', e2e: 'e2e', forward: 'forward', relay: 'relay' },
  'clock-free': { ttft: 'addedTtft', e2e: 'addedE2e' },
};

function figureOf(
  pairs: readonly RoundPair[],
  figure: Pick<OverheadFigure, 'mode' | 'metric' | 'method'>,
  times: RoundMetric,
): OverheadFigure {
  const of = (round: OverheadRound): Histogram => round.times[figure.mode][times];
  const before = pairs.map(({ floor }) => of(floor));
  const after = pairs.map(({ through }) => of(through));
  const [floor, through] = [countOf(before), countOf(after)];
  const least = Math.min(floor, through);
  const percents = OVERHEAD_PERCENTS.filter((percent) => carriesPercentile(least, percent));
  const changes = percentileChanges({ before, after, paired: true }, percents, RESOLUTION, true);
  const [floorTimes, throughTimes] = [before, after].map((each) => percentilesOf(each, percents));
  return {
    ...figure,
    observations: { floor, through },
    percentiles: percents.map((percent, at) => {
      const floorMs = floorTimes?.[at] ?? 0;
      const throughMs = throughTimes?.[at] ?? 0;
      const interval = changes[at]?.interval(CONFIDENCE);
      return {
        percent,
        floorMs,
        throughMs,
        overheadMs: throughMs - floorMs,
        ...(interval && { interval }),
      };
    }),
  };
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
