import { CONFIDENCE, type Interval } from '../change/estimate.ts';
import {
  carriesPercentile,
  percentileChanges,
  WeightedBlocks,
} from '../change/percentile-change.ts';
import type { Histogram } from '../histogram.ts';
import type { Blocks } from '../load-series.ts';
import type { Metric } from '../sample.ts';

export const OVERHEAD_MODES = ['body', 'stream'] as const;
export type OverheadMode = (typeof OVERHEAD_MODES)[number];

/** Chats without the gateway and through it; the blocks of one place were sent one after the other. */
export interface OverheadSides {
  readonly floor: Blocks;
  readonly through: Blocks;
}

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
export function overheadFigures(sides: OverheadSides): readonly OverheadFigure[] {
  return OVERHEAD_MODES.flatMap((mode) =>
    OVERHEAD_METRICS.flatMap((metric) =>
      OVERHEAD_METHODS.flatMap((method) => {
        const times = TIMES[method][metric];
        return times === undefined ? [] : [figureOf(sides, { mode, metric, method }, times)];
      }),
    ),
  ).filter(({ percentiles }) => percentiles.length > 0);
}

const TIMES: Readonly<Record<OverheadMethod, Readonly<Partial<Record<OverheadMetric, Metric>>>>> = {
  difference: { ttft: 'ttftFromSend', e2e: 'e2eFromSend', forward: 'forward', relay: 'relay' },
  'clock-free': { ttft: 'addedTtft', e2e: 'addedE2e' },
};

function figureOf(
  sides: OverheadSides,
  figure: Pick<OverheadFigure, 'mode' | 'metric' | 'method'>,
  times: Metric,
): OverheadFigure {
  const of = (blocks: Blocks): readonly Histogram[] =>
    blocks
      .get('chat')
      ?.get(figure.mode)
      ?.map((sample) => sample[times]) ?? [];
  const before = of(sides.floor);
  const after = of(sides.through);
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
