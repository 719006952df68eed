import { describe, expect, test } from 'vitest';
import { shareChange } from '../../../src/measure/change/share-change.ts';

/** One observation a block. */
function single(count: number, all: number) {
  return Array.from({ length: all }, (_, at) => ({ count: at < count ? 1 : 0, all: 1 }));
}

describe('change of a share', () => {
  test('interval: it is Newcombe’s for 56 of 70 and 48 of 80', () => {
    const change = shareChange(single(48, 80), single(56, 70));
    const { low, high } = change?.interval(0.95) ?? { low: Number.NaN, high: Number.NaN };
    expect(change?.delta).toBeCloseTo(0.2, 6);
    expect(low).toBeCloseTo(0.0524, 2);
    expect(high).toBeCloseTo(0.3339, 2);
  });

  test('no error on either side: the interval depends on the number of requests', () => {
    const few = [
      { count: 0, all: 10 },
      { count: 0, all: 10 },
    ];
    const many = few.map(() => ({ count: 0, all: 5000 }));
    const width = (blocks: typeof few) => shareChange(blocks, blocks)?.interval(0.95).high ?? 0;
    expect(width(few)).toBeGreaterThan(0.1);
    expect(width(many)).toBeLessThan(0.002);
    expect(width(many)).toBeGreaterThan(0);
  });

  test('bursts: errors in one block count for less than as many over all blocks', () => {
    const spread = Array.from({ length: 10 }, () => ({ count: 2, all: 100 }));
    const burst = spread.map((block, at) => ({ ...block, count: at === 0 ? 20 : 0 }));
    const clean = spread.map((block) => ({ ...block, count: 0 }));
    const low = (after: typeof spread) => shareChange(clean, after)?.interval(0.95).low ?? 0;
    expect(low(spread)).toBeGreaterThan(0);
    expect(low(burst)).toBeLessThan(low(spread) / 3);
  });

  test('no observation on one side: there is no change', () => {
    expect(shareChange([], single(1, 10))).toBeUndefined();
    expect(shareChange(single(1, 10), [{ count: 0, all: 0 }])).toBeUndefined();
  });
});
