import { CONFIDENCE } from '../change/estimate.ts';
import {
  carriesPercentile,
  percentileChanges,
  WeightedBlocks,
} from '../change/percentile-change.ts';
import type { Histogram } from '../histogram.ts';
import type { Blocks } from '../load-series.ts';
import type { Metric } from '../sample.ts';
import { OVERHEAD_MODES, OVERHEAD_PERCENTS } from './overhead-objective.ts';

/** Chats without the gateway and through it; the blocks of one place were sent one after the other. */
export interface OverheadSides {
  readonly floor: Blocks;
  readonly through: Blocks;
}

/**
 * - `ttft`, `e2e`: the time to the first token, and to the end of the answer, from the send.
 * - `addedTtft`, `addedE2e`: the same less the time of the provider, which it measures itself.
 * - `forward`: the time until the request reached the upstream.
 * - `relay`: the time from the write of each token to its read.
 */
const TIMES = [
  ['ttft', 'ttftFromSend'],
  ['addedTtft', 'addedTtft'],
  ['e2e', 'e2eFromSend'],
  ['addedE2e', 'addedE2e'],
  ['forward', 'forward'],
  ['relay', 'relay'],
] as const satisfies readonly (readonly [string, Metric])[];

/** The histograms are that fine; their blocks are short, so that nothing else widens an interval. */
const RESOLUTION = 0.001;

/**
 * A comparison of the provider alone and the gateway before it: what the gateway adds to the times of each
 * mode, where the observations carry the percentile.
 */
export function overheadFigures(sides: OverheadSides) {
  return OVERHEAD_MODES.flatMap((mode) =>
    TIMES.flatMap(([metric, time]) => {
      const of = (blocks: Blocks) =>
        blocks
          .get('chat')
          ?.get(mode)
          ?.map((sample) => sample[time]) ?? [];
      const figures = figuresOf(of(sides.floor), of(sides.through));
      return figures.map((figure) => ({ operation: 'chat', mode, metric, ...figure }));
    }),
  );
}

/** A figure of a comparison, as reports have it. */
export type OverheadFigure = ReturnType<typeof overheadFigures>[number];

function figuresOf(before: readonly Histogram[], after: readonly Histogram[]) {
  const [floor, through] = [countOf(before), countOf(after)];
  const least = Math.min(floor, through);
  const percents = OVERHEAD_PERCENTS.filter((percent) => carriesPercentile(least, percent));
  const changes = percentileChanges({ before, after, paired: true }, percents, RESOLUTION, true);
  const [floorTimes, throughTimes] = [before, after].map((each) => percentilesOf(each, percents));
  return percents.map((percent, at) => {
    const floorMs = floorTimes?.[at] ?? 0;
    const throughMs = throughTimes?.[at] ?? 0;
    return {
      statistic: `p${percent}` as const,
      unit: 'ms' as const,
      betterWhen: 'lower' as const,
      cells: [
        { value: floorMs, observations: floor },
        { value: throughMs, observations: through },
      ],
      changes: [
        {
          delta: throughMs - floorMs,
          ratio: floorMs > 0 && throughMs >= 0 ? throughMs / floorMs : null,
          interval: changes[at]?.interval(CONFIDENCE) ?? null,
        },
      ],
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
