import { expect, test } from 'vitest';
import { retryWaitMs } from '../../../src/conformance/sending/retry-after.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

function answered(status: number, retryAfter?: string): Exchange {
  return {
    id: 1,
    operation: 'chat',
    sender: 'test',
    attempt: 1,
    request: {
      method: 'POST',
      url: 'http://x/',
      headers: [],
      credential: 'first',
      body: { kind: 'none' },
    },
    timing: { intendedMs: 0, sendMs: 0, endMs: 1 },
    outcome: 'answered',
    answer: {
      status,
      headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]],
      sizeBytes: 0,
      reads: [],
    },
  };
}

test.each([
  [429, '2', 2000],
  [503, ' 0 ', 0],
  [429, 'Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  [429, 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
  [429, 'soon', 500],
  [429, '-1', 500],
  [429, '1.5', 500],
  [429, undefined, 500],
  [200, '2', undefined],
  [500, '2', undefined],
  [409, '2', undefined],
])('retry wait: status %i with Retry-After %j is %s ms', (status, retryAfter, waitMs) => {
  expect(retryWaitMs(answered(status, retryAfter), 0, NOW)).toBe(waitMs);
});

test('retry wait: without Retry-After it doubles each time', () => {
  expect([0, 1, 2].map((retry) => retryWaitMs(answered(429), retry, NOW))).toEqual([
    500, 1000, 2000,
  ]);
});

test('retry wait: a request without an answer is not retried', () => {
  const { answer: _, ...silent } = answered(429);
  expect(retryWaitMs({ ...silent, outcome: 'reset' }, 0, NOW)).toBeUndefined();
});
