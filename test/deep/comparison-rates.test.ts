import { describe, expect, test } from 'vitest';
import { comparisonRates } from '../measure/change/comparison-rates.ts';

const RUNS = 2000;
/** Three standard errors of a share of 95 %. */
const TOLERANCE = 0.015;

describe('comparison of thousands of synthetic loads', { timeout: 300_000 }, () => {
  test.each([
    { drift: 0, paired: false },
    { drift: 0, paired: true },
    { drift: 0.03, paired: false },
    { drift: 0.03, paired: true },
  ])('with %o: intervals hold the truth, equal is same, slower is worse', (condition) => {
    const equal = comparisonRates({ runs: RUNS, slower: 0, ...condition });
    const slower = comparisonRates({ runs: RUNS, slower: 0.1, ...condition });
    console.log(condition, equal, slower);
    for (const share of [...equal.covered, ...slower.covered]) {
      expect(share).toBeGreaterThan(0.95 - 2 * TOLERANCE);
    }
    expect(equal.words.worse + equal.words.better).toBeLessThan(0.01);
    expect(equal.words.same).toBeGreaterThan(0.95);
    expect(slower.words.worse).toBeGreaterThan(0.95 - TOLERANCE);
    expect(slower.words.better).toBe(0);
  });
});
