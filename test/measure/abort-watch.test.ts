import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { AbortWatch, parseAbortCondition } from '../../src/measure/abort-watch.ts';
import type { FindingCount } from '../../src/measure/compliance.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { exchange } from './exchange-builder.ts';

interface Second {
  readonly good?: number;
  readonly failed?: number;
  /** In the whole run so far. */
  readonly findings?: number;
}

/** The second, counted from 1, at whose end the condition was true; undefined when never. */
function abortedAt(condition: string, seconds: readonly Second[]): number | undefined {
  const watch = new AbortWatch([parseAbortCondition(condition)]);
  const measure = new LoadMeasure([]);
  measure.subscribe(watch);
  const index = seconds.findIndex(({ good = 0, failed = 0, findings = 0 }, second) => {
    for (const each of many(good, exchange())) measure.record(each);
    for (const each of many(failed, exchange({ status: 500 }))) measure.record(each);
    const counts: FindingCount[] = [{ level: 'must', operation: 'chat', count: findings }];
    // Health frames come a little early or late.
    return (
      watch.endSecond((second + 1) * 1000 + (second % 2 === 0 ? 40 : -40), counts) !== undefined
    );
  });
  return index === -1 ? undefined : index + 1;
}

function many(count: number, each: Exchange): Exchange[] {
  return Array.from({ length: count }, () => each);
}

function repeated(seconds: number, second: Second): Second[] {
  return Array.from({ length: seconds }, () => second);
}

const GOOD = { good: 10 };
const HALF = { good: 5, failed: 5 };

test.each<[string, string, Second[], number | undefined]>([
  ['a share above the limit', 'errors > 20% over 3s', repeated(9, HALF), 3],
  ['a share equal to the limit', 'errors > 50% over 3s', repeated(9, HALF), undefined],
  [
    'a share equal to a limit that must not be reached',
    'errors >= 50% over 3s',
    repeated(9, HALF),
    3,
  ],
  ['a longer start without checks', 'errors > 20% over 3s after 6s', repeated(9, HALF), 6],
  ['the default window', 'errors > 20%', repeated(20, HALF), 10],
  [
    'errors that begin late',
    'errors > 20% over 4s',
    [...repeated(6, GOOD), ...repeated(9, HALF)],
    8,
  ],
  [
    'errors that pass',
    'errors > 20% over 3s after 6s',
    [...repeated(3, HALF), ...repeated(9, GOOD)],
    undefined,
  ],
  ['too few requests for a verdict', 'errors > 20% over 3s', repeated(9, { failed: 3 }), undefined],
  ['a latency', 'chat e2e p50 > 50ms over 2s', repeated(9, GOOD), 2],
  ['another operation', 'images e2e p50 > 50ms over 2s', repeated(9, GOOD), undefined],
  ['a rate below its floor', 'throughput < 12/s over 2s', repeated(9, GOOD), 2],
  ['nothing at all', 'throughput < 1/s over 2s', repeated(9, {}), 2],
  ['a rate above its floor', 'throughput < 9/s over 2s', repeated(9, GOOD), undefined],
  [
    'findings of the window, not of the run',
    'findings must > 4 over 2s',
    [0, 2, 4, 6, 8, 10, 15].map((findings) => ({ good: 1, findings })),
    7,
  ],
])('abortOn: %s (%s) is noticed in the right second, if at all', (_, condition, seconds, at) => {
  expect(abortedAt(condition, seconds)).toBe(at);
});

test('abortOn: the measured value is that of the window', () => {
  const watch = new AbortWatch([parseAbortCondition('errors > 20% over 1s')]);
  const measure = new LoadMeasure([]);
  measure.subscribe(watch);
  for (const each of many(30, exchange())) measure.record(each);
  expect(watch.endSecond(1000, [])).toBeUndefined();
  for (const each of many(10, exchange({ status: 500 }))) measure.record(each);
  expect(watch.endSecond(2000, [])).toMatchObject({ atMs: 2000, measured: 1 });
});

test.each([
  ['all errors > 20%', { windowMs: 10_000, afterMs: 10_000 }],
  ['all errors > 20% over 5s', { windowMs: 5000, afterMs: 5000 }],
  ['all errors > 20% over 5s after 30s', { windowMs: 5000, afterMs: 30_000 }],
  ['all errors > 20% over 5s after 2s', { windowMs: 5000, afterMs: 5000 }],
  ['all errors > 20% after 30s', { windowMs: 10_000, afterMs: 30_000 }],
])('abortOn: "%s" is understood', (text, condition) => {
  expect(parseAbortCondition(text)).toMatchObject({ text, ...condition });
});

test.each([
  ['all errors > 20% over ten', 'Condition "all errors > 20% over ten" needs a number and a unit'],
  ['all errors < 20% over 5s', 'Condition needs > or >=: "all errors < 20%".'],
  [
    'all errors > 20% over 0s',
    'Condition "all errors > 20% over 0s" needs at least 1s after over, because conditions are evaluated once a second; got 0s.',
  ],
  ['all errors > 20% over 900ms', 'needs at least 1s after over'],
  ['all errors over 5s', 'Condition is not understood: "all errors".'],
])('abortOn: "%s" is refused with an explanation', (text, message) => {
  expect(() => parseAbortCondition(text)).toThrow(message);
});
