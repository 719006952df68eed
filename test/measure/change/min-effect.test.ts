import { expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { latencyEffectMs, parseMinEffect } from '../../../src/measure/change/min-effect.ts';

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
