import { expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import { parseOverheadObjective } from '../../../src/measure/overhead/overhead-objective.ts';
import { QueueGrowth } from '../../../src/measure/overhead/queue-growth.ts';
import type { ResultClass } from '../../../src/measure/result-class.ts';
import { exchange } from '../exchange-builder.ts';

const GOOD: ResultClass = { kind: 'good' };

/** 100 requests, 10 ms apart; the nth has this latency. */
function growthOf(latencyOf: (place: number) => number, resultClass: ResultClass = GOOD): number {
  const growth = new QueueGrowth();
  for (let place = 0; place < 100; place += 1) {
    const intendedMs = place * 10;
    const timing = { intendedMs, sendMs: intendedMs, endMs: intendedMs + latencyOf(place) };
    const one = exchange({ timing });
    growth.record({ exchange: one, mode: 'body', resultClass, timings: timingsOf(one) });
  }
  return growth.ms;
}

test('queue growth: a high latency that stays the same is not a queue', () => {
  expect(growthOf(() => 900)).toBe(0);
});

test('queue growth: from the first fifth to the last one, a queue grows by what each request adds', () => {
  expect(growthOf((place) => 50 + place * 5)).toBeCloseTo(400, 6);
});

test('queue growth: requests that failed say nothing about it, and neither does a block without answers', () => {
  expect(growthOf((place) => place * 5, { kind: 'failed', error: 'status 503' })).toBe(0);
});

test.each([
  ['chat ttft p95 < 800ms', /^Objective is not understood/],
  ['overhead ttft p99 > 5ms', /^Objective is not understood/],
  ['overhead tftt p99 < 5ms', /unknown metric: tftt\. Did you mean ttft\?/],
  ['overhead steam ttft p99 < 5ms', /unknown mode: steam\. Did you mean stream\?/],
  ['overhead body ttft p99 < 5ms', /A body has no tokens/],
  ['overhead body relay p50 < 5ms', /A body has no tokens/],
  ['overhead ttft p95 < 5ms', /needs one of p50, p90, p99/],
  ['overhead ttft p99 < 5', /needs a number and a unit/],
])('overhead objective: %s is refused', (text, message) => {
  expect(() => parseOverheadObjective(text)).toThrow(UsageError);
  expect(() => parseOverheadObjective(text)).toThrow(message);
});
