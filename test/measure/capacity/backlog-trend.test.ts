import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backlogTrend, type TimedAnswer } from '../../../src/measure/capacity/backlog-trend.ts';

/** Answers of 200 ms at 40/s over ten seconds, with what a test adds to each. */
function answers(
  more: (intendedMs: number, index: number) => number,
  kind = 'chat',
): TimedAnswer[] {
  return Array.from({ length: 400 }, (_, index) => {
    const intendedMs = index * 25;
    return { intendedMs, tookMs: 200 + more(intendedMs, index), kind };
  });
}

test('trend: with constant latency the gateway keeps up', () => {
  expect(backlogTrend(answers(() => 0))).toEqual({ keepsUp: true, slope: 0 });
});

test('trend: an overload of 1 % is found, with its size', () => {
  const trend = backlogTrend(answers((ms, index) => ms * 0.01 + (index % 7)));
  expect(trend?.keepsUp).toBe(false);
  expect(trend?.slope).toBeCloseTo(0.01, 3);
});

test('trend: with noise but no growth the gateway keeps up', () => {
  const noise = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), {
    minLength: 400,
    maxLength: 400,
  });
  fc.assert(
    fc.property(noise, (values) => {
      // Even and odd answers in the two orders: what grows in one shrinks in the other.
      const there = backlogTrend(answers((_, index) => values[index] ?? 0));
      const back = backlogTrend(answers((_, index) => values[399 - index] ?? 0));
      return there?.keepsUp !== false || back?.keepsUp !== false;
    }),
  );
});

test('trend: with a few slow answers at the end the gateway keeps up', () => {
  expect(backlogTrend(answers((_, index) => (index > 390 ? 3000 : 0)))?.keepsUp).toBe(true);
});

test('trend: one lasting jump is undecided', () => {
  const jump = backlogTrend(
    answers((ms, index) => (ms > 5000 ? 300 + index * 0.01 : index * 0.01)),
  );
  expect(jump?.keepsUp).toBeNull();
});

test('trend: with two kinds of answers, one much slower, the gateway keeps up', () => {
  const quick = answers(() => 0);
  const slow = answers(() => 3000, 'images').slice(200);
  expect(backlogTrend([...quick, ...slow])?.keepsUp).toBe(true);
});

test('trend: with fewer than twelve answers it is unknown', () => {
  expect(backlogTrend(answers((ms) => ms).slice(0, 11))).toBeUndefined();
});
