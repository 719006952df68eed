import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Draw } from '../../../scenarios/lib/draw.ts';

const DRAWS = 20_000;

function shares(seed: number): number[] {
  return Array.from({ length: DRAWS }, (_, number) => new Draw(seed, number).share());
}

function choose(seed: number, number: number): number[] {
  const draw = new Draw(seed, number);
  return Array.from({ length: 8 }, () => draw.share());
}

describe('draw', () => {
  test('draw: the same seed and number make the same choices, another number makes others', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, number) => {
        expect(choose(seed, number)).toEqual(choose(seed, number));
        expect(choose(seed, number)).not.toEqual(choose(seed, number + 1));
        expect(choose(seed, number)).not.toEqual(choose(seed + 1, number));
      }),
    );
  });

  test.each([0, 1, 2, 0xffff_ffff])('draw: first shares of seed %d are spread evenly', (seed) => {
    const tenths = Array.from<number>({ length: 10 }).fill(0);
    for (const share of shares(seed))
      tenths[Math.floor(share * 10)] = (tenths[Math.floor(share * 10)] ?? 0) + 1;
    // Five standard deviations of a binomial with p = 0.1.
    const tolerance = 5 * Math.sqrt(DRAWS * 0.1 * 0.9);
    for (const count of tenths) expect(Math.abs(count - DRAWS / 10)).toBeLessThan(tolerance);
  });

  test('draw: an integer lies between its limits and reaches both', () => {
    const draw = new Draw(1, 1);
    const drawn = new Set(Array.from({ length: 500 }, () => draw.integer(3, 6)));
    expect([...drawn].toSorted()).toEqual([3, 4, 5, 6]);
  });

  test('draw: names are as frequent as their weights, and absent with weight 0', () => {
    const draw = new Draw(1, 1);
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let left = DRAWS; left > 0; left--) {
      const name = draw.weighted({ often: 9, seldom: 1, never: 0 });
      if (name !== undefined) counts[name] += 1;
    }
    expect(counts.never).toBe(0);
    expect(counts.often + counts.seldom).toBe(DRAWS);
    expect(counts.seldom / DRAWS).toBeCloseTo(0.1, 1);
  });

  test('draw: without a weight above 0 there is no name', () => {
    expect(new Draw(1, 1).weighted({ chat: 0 })).toBeUndefined();
  });

  test('draw: a length with a mean is normally distributed', () => {
    const draw = new Draw(1, 1);
    const lengths = Array.from({ length: DRAWS }, () =>
      draw.length({ mean: 300, sd: 40, min: 1, max: 1000 }),
    );
    const mean = lengths.reduce((sum, length) => sum + length, 0) / DRAWS;
    const squares = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0);
    // Five standard errors; one in 3.15 lies beyond one standard deviation of the mean.
    expect(Math.abs(mean - 300)).toBeLessThan((5 * 40) / Math.sqrt(DRAWS));
    expect(Math.abs(Math.sqrt(squares / DRAWS) - 40)).toBeLessThan((5 * 40) / Math.sqrt(2 * DRAWS));
    const beyond = lengths.filter((length) => Math.abs(length - 300) > 40).length / DRAWS;
    expect(Math.abs(beyond - 0.3173)).toBeLessThan(0.02);
  });

  test('draw: a length stays within its limits, also where they are far from its mean', () => {
    const draw = new Draw(1, 1);
    for (const distribution of [
      { min: 5, max: 7 },
      { min: 5, max: 7, mean: 6, sd: 50 },
      { min: 5, max: 7, mean: 500, sd: 1 },
      { min: 5, max: 7, mean: 1, sd: 0 },
    ]) {
      for (let left = 200; left > 0; left--) {
        const length = draw.length(distribution);
        expect(length).toBeGreaterThanOrEqual(5);
        expect(length).toBeLessThanOrEqual(7);
      }
    }
  });
});
