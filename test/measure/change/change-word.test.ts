import { describe, expect, test } from 'vitest';
import { changeWord, overallWord } from '../../../src/measure/change/change-word.ts';
import { scaled } from '../../../src/measure/change/estimate.ts';

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
