import { expect, test } from 'vitest';
import { timingsOf } from '../../src/measure/measured-exchange.ts';
import { exchange } from './exchange-builder.ts';

test('timings: a stream sent late is timed from its send and from its scheduled start', () => {
  const timings = timingsOf(
    exchange({ timing: { intendedMs: 10, sendMs: 30, tokensMs: [80, 90, 100], endMs: 110 } }),
  );
  expect(timings).toMatchObject({
    ttftMs: 50,
    ttftFromIntendedMs: 70,
    e2eMs: 80,
    e2eFromIntendedMs: 100,
    itlMs: [10, 10],
    tpotMs: 15,
    tokens: 3,
  });
});

test('timings: tokens of one read have no inter-token latency between them', () => {
  const timings = timingsOf(exchange({ timing: { tokensMs: [50, 50, 60], endMs: 60 } }));
  expect(timings.itlMs).toEqual([10]);
});

test('timings: a single token is a TTFT without TPOT', () => {
  const timings = timingsOf(exchange({ timing: { tokensMs: [50], endMs: 60 } }));
  expect(timings.ttftMs).toBe(50);
  expect(timings.tpotMs).toBeUndefined();
});

test('timings: one body has a request latency only', () => {
  expect(timingsOf(exchange())).toEqual({
    e2eMs: 100,
    e2eFromIntendedMs: 100,
    tokens: 0,
    itlMs: [],
  });
});
