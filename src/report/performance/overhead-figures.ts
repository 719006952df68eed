import { CONFIDENCE } from '../../measure/change/estimate.ts';
import {
  carriesPercentile,
  percentileChanges,
  WeightedBlocks,
} from '../../measure/change/percentile-change.ts';
import type { Histogram } from '../../measure/histogram.ts';
import type { Blocks } from '../../measure/load-series.ts';
import {
  OVERHEAD_MODES,
  OVERHEAD_PERCENTS,
  type OverheadMode,
} from '../../measure/overhead/overhead-objective.ts';
import type { Metric } from '../../measure/sample.ts';
import type { Figure } from '../schema/performance.ts';

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
const TIMES: readonly (readonly [metric: Figure['metric'], time: Metric])[] = [
  ['ttft', 'ttftFromSend'],
  ['addedTtft', 'addedTtft'],
  ['e2e', 'e2eFromSend'],
  ['addedE2e', 'addedE2e'],
  ['forward', 'forward'],
  ['relay', 'relay'],
];

/** The histograms are that fine; their blocks are short, so that nothing else widens an interval. */
const RESOLUTION = 0.001;

/**
 * A comparison of the provider alone and the gateway before it: what the gateway adds to the times of each
 * mode, where the observations carry the percentile.
 */
export function overheadFigures(sides: OverheadSides): Figure[] {
  return OVERHEAD_MODES.flatMap((mode) =>
    TIMES.flatMap(([metric, time]) => {
      const of = (blocks: Blocks) =>
        blocks
          .get('chat')
          ?.get(mode)
          ?.map((sample) => sample[time]) ?? [];
      return figuresOf({ mode, metric }, of(sides.floor), of(sides.through));
    }),
  );
}

function figuresOf(
  figure: { readonly mode: OverheadMode; readonly metric: Figure['metric'] },
  before: readonly Histogram[],
  after: readonly Histogram[],
): Figure[] {
  const [floor, through] = [countOf(before), countOf(after)];
  const least = Math.min(floor, through);
  const percents = OVERHEAD_PERCENTS.filter((percent) => carriesPercentile(least, percent));
  const changes = percentileChanges({ before, after, paired: true }, percents, RESOLUTION, true);
  const [floorTimes, throughTimes] = [before, after].map((each) => percentilesOf(each, percents));
  return percents.map((percent, at) => {
    const floorMs = floorTimes?.[at] ?? 0;
    const throughMs = throughTimes?.[at] ?? 0;
    return {
      operation: 'chat',
      ...figure,
      statistic: `p${percent}`,
      unit: 'ms',
      betterWhen: 'lower',
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
