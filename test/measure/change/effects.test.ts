import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { changeWord, overallWord, scaled, studentT } from '../../../src/measure/change/estimate.ts';
import { latencyEffectMs, parseMinEffect } from '../../../src/measure/change/min-effect.ts';
import { shareChange } from '../../../src/measure/change/share-change.ts';

const ALONE = { effect: 2, betterWhen: 'lower', figures: 1 } as const;

function between(low: number, high: number) {
  return scaled((low + high) / 2, { low, high }, 20);
}

describe('word of a change', () => {
  test.each([
    [-0.5, 0.7, 'same', 'within the effect about 0'],
    [0.5, 1.5, 'same', 'surely above 0 and surely below the effect'],
    [2.5, 4, 'worse', 'beyond the effect'],
    [1.5, 2.5, 'worse', 'above 0 and reaching the effect'],
    [-4, -2.5, 'better', 'beyond the effect on the other side'],
    [-0.5, 2.5, 'cannot-tell', 'with 0 in it and reaching the effect'],
    [-9, 9, 'cannot-tell', 'beyond the effect on both sides'],
  ] as const)('interval: %d to %d is %s: %s', (low, high, word, _why) => {
    expect(changeWord(between(low, high), ALONE)).toBe(word);
  });

  test('rate: more of it is better', () => {
    const rate = { ...ALONE, betterWhen: 'higher' } as const;
    expect(changeWord(between(3, 5), rate)).toBe('better');
    expect(changeWord(between(-5, -3), rate)).toBe('worse');
  });

  test('many figures: what is worse alone is uncertain among many', () => {
    const estimate = between(0.2, 4);
    expect(changeWord(estimate, ALONE)).toBe('worse');
    expect(changeWord(estimate, { ...ALONE, figures: 40 })).toBe('cannot-tell');
  });

  test('many figures: they do not widen what is the same', () => {
    expect(changeWord(between(-1.9, 1.9), { ...ALONE, figures: 40 })).toBe('same');
  });

  test('all figures: one that is worse makes the build worse, one untold makes it untold', () => {
    expect(overallWord(['same', 'worse', 'cannot-tell'])).toBe('worse');
    expect(overallWord(['same', 'cannot-tell', 'better'])).toBe('cannot-tell');
    expect(overallWord(['same', 'better'])).toBe('better');
    expect(overallWord(['same'])).toBe('same');
    expect(overallWord([])).toBe('cannot-tell');
  });
});

test.each([
  ['5% and 2ms', { relative: 0.05, absoluteMs: 2 }],
  ['5 % and 2 ms', { relative: 0.05, absoluteMs: 2 }],
  ['2ms and 5%', { relative: 0.05, absoluteMs: 2 }],
  ['10%', { relative: 0.1, absoluteMs: 0 }],
  ['1s', { relative: 0, absoluteMs: 1000 }],
])('minimal effect: %s is read', (text, effect) => {
  expect(parseMinEffect(text)).toEqual(effect);
});

test.each([
  '',
  '5',
  '5% and',
  '5% and 6%',
  '2ms and 3ms',
  '0%',
  '5% or 2ms',
  '-5%',
  '5% and 2ms and 3%',
])('minimal effect: %j is refused, with an example', (text) => {
  expect(() => parseMinEffect(text)).toThrow(UsageError);
  expect(() => parseMinEffect(text)).toThrow('such as "5% and 2ms"');
});

test('minimal effect: a latency must change by both parts', () => {
  const effect = { relative: 0.05, absoluteMs: 2 };
  expect(latencyEffectMs(effect, 10)).toBe(2);
  expect(latencyEffectMs(effect, 1000)).toBe(50);
});

/** One observation a block. */
function single(count: number, all: number) {
  return Array.from({ length: all }, (_, at) => ({ count: at < count ? 1 : 0, all: 1 }));
}

describe('change of a share', () => {
  test('interval: it is Newcombe’s for 56 of 70 and 48 of 80', () => {
    const change = shareChange(single(48, 80), single(56, 70));
    const { low, high } = change?.interval(0.95) ?? { low: Number.NaN, high: Number.NaN };
    expect(change?.delta).toBeCloseTo(20, 4);
    expect(low).toBeCloseTo(5.24, 0);
    expect(high).toBeCloseTo(33.39, 0);
  });

  test('no error on either side: the interval depends on the number of requests', () => {
    const few = [
      { count: 0, all: 10 },
      { count: 0, all: 10 },
    ];
    const many = few.map(() => ({ count: 0, all: 5000 }));
    const width = (blocks: typeof few) => shareChange(blocks, blocks)?.interval(0.95).high ?? 0;
    expect(width(few)).toBeGreaterThan(10);
    expect(width(many)).toBeLessThan(0.2);
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

test.each([
  [0.975, 1, 12.7062],
  [0.975, 2, 4.3027],
  [0.975, 11, 2.201],
  [0.9995, 5, 6.8688],
  [0.975, 22, 2.0739],
  [0.975, 1000, 1.9623],
])(
  'quantile of t: %d with %d degrees of freedom is %d, as in the tables',
  (probability, degrees, t) => {
    expect(studentT(probability, degrees)).toBeCloseTo(t, 3);
  },
);
