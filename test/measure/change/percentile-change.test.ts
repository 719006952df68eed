import { describe, expect, test } from 'vitest';
import { percentileChanges } from '../../../src/measure/change/percentile-change.ts';
import { Histogram } from '../../../src/measure/histogram.ts';
import { comparisonRates } from './comparison-rates.ts';
import { syntheticBlocks } from './synthetic-load.ts';

/** test/deep has thousands. */
const RUNS = 40;

describe('change of a percentile', () => {
  test.each([
    { drift: 0, paired: false },
    { drift: 0.03, paired: false },
    { drift: 0.03, paired: true },
  ])('interval: the true change lies in about 95 % of them, with %o', (condition) => {
    const { covered } = comparisonRates({ runs: RUNS, slower: 0.05, ...condition });
    for (const share of covered) expect(share).toBeGreaterThan(0.875);
  });

  test('words: equal builds are the same, also on a machine that drifts', () => {
    const { words } = comparisonRates({ runs: RUNS, slower: 0, drift: 0.02, paired: true });
    expect(words.same).toBeGreaterThan(0.99);
  });

  test('words: a build that is 10 % slower is worse in 19 of 20 comparisons', () => {
    const { words } = comparisonRates({ runs: RUNS, slower: 0.1, drift: 0.02, paired: true });
    expect(words.worse).toBeGreaterThanOrEqual(0.95);
  });

  test('drift: without pairs it is taken for a wide interval, not for a change', () => {
    const { words } = comparisonRates({ runs: RUNS, slower: 0, drift: 0.15, paired: false });
    expect(words.worse + words.better).toBeLessThan(0.05);
    expect(words['cannot-tell']).toBeGreaterThan(0.8);
  });

  test('pairs: what happened to both sides cancels', () => {
    const load = { blocks: 12, perBlock: 60, spread: 0.05, drift: 0.1, driftSeed: 7 };
    const before = syntheticBlocks({ ...load, seed: 1, medianMs: 20 });
    const after = syntheticBlocks({ ...load, seed: 2, medianMs: 20 });
    const [paired, apart] = [true, false].map((isPaired) => {
      const [change] = percentileChanges({ before, after, paired: isPaired }, [50]);
      const { low, high } = change?.interval(0.95) ?? { low: 0, high: Infinity };
      return high - low;
    });
    expect(paired).toBeLessThan((apart ?? 0) / 3);
  });

  test('blocks: fewer than five with observations give no interval', () => {
    const four = syntheticBlocks({
      blocks: 4,
      perBlock: 100,
      spread: 0.1,
      drift: 0,
      medianMs: 9,
      seed: 1,
    });
    const twelve = [...four, ...four, ...four];
    const withEmpty = [...four, new Histogram(), new Histogram()];
    expect(percentileChanges({ before: withEmpty, after: twelve, paired: false }, [50])).toEqual([
      undefined,
    ]);
    expect(
      percentileChanges({ before: twelve, after: twelve, paired: false }, [50])[0],
    ).toBeDefined();
  });

  test('repeats: the same loads give the same interval', () => {
    const load = { blocks: 8, perBlock: 50, spread: 0.1, drift: 0, medianMs: 20 };
    const pair = {
      before: syntheticBlocks({ ...load, seed: 1 }),
      after: syntheticBlocks({ ...load, seed: 2 }),
      paired: false,
    };
    const intervals = [1, 2].map(() => percentileChanges(pair, [95])[0]?.interval(0.95));
    expect(intervals[0]).toEqual(intervals[1]);
  });
});
