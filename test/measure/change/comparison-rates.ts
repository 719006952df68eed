import { type ChangeWord, changeWord } from '../../../src/measure/change/estimate.ts';
import { DEFAULT_MIN_EFFECT, latencyEffectMs } from '../../../src/measure/change/min-effect.ts';
import { percentileChanges } from '../../../src/measure/change/percentile-change.ts';
import { syntheticBlocks } from './synthetic-load.ts';

const MEDIAN_MS = 20;
const SPREAD = 0.05;
const Z_P95 = 1.644854;

interface Trial {
  readonly runs: number;
  /** 0.1 for a build that is 10 % slower. */
  readonly slower: number;
  /** Standard deviation of the drift of a block. */
  readonly drift: number;
  readonly paired: boolean;
}

interface Rates {
  /** Share of the 95 % intervals with the true change in them, for the median and for p95. */
  readonly covered: readonly [p50: number, p95: number];
  /** Share of each word for the median. */
  readonly words: Readonly<Record<ChangeWord, number>>;
}

/** The results of the comparison for many synthetic pairs of loads with a known change. */
export function comparisonRates({ runs, slower, drift, paired }: Trial): Rates {
  const covered: [number, number] = [0, 0];
  const words = { worse: 0, better: 0, same: 0, 'cannot-tell': 0 };
  const spread = Math.hypot(SPREAD, drift);
  const truths = [0, Z_P95].map((z) => MEDIAN_MS * slower * Math.exp(spread * z));
  for (let run = 0; run < runs; run += 1) {
    const base = { blocks: 12, perBlock: 60, spread: SPREAD, drift };
    const shared = paired ? { driftSeed: run + 9_000_000 } : {};
    const [before, after] = [0, slower].map((more, side) =>
      syntheticBlocks({
        ...base,
        ...shared,
        seed: 4 * run + 2 * side + 1,
        medianMs: MEDIAN_MS * (1 + more),
      }),
    );
    const pair = { before: before ?? [], after: after ?? [], paired };
    const estimates = percentileChanges(pair, [50, 95]);
    for (const [at, estimate] of estimates.entries()) {
      const { low, high } = estimate?.interval(0.95) ?? { low: 0, high: 0 };
      const truth = truths[at] ?? 0;
      if (low <= truth && truth <= high) covered[at === 0 ? 0 : 1] += 1 / runs;
    }
    const [median] = estimates;
    if (median === undefined) continue;
    const effect = latencyEffectMs(DEFAULT_MIN_EFFECT, MEDIAN_MS);
    words[changeWord(median, { effect, betterWhen: 'lower', figures: 13 })] += 1 / runs;
  }
  return { covered, words };
}
