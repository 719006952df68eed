import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { newTraceparent } from '../../src/exchange/trace-context.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { exchange } from './exchange-builder.ts';

type Changes = Parameters<typeof exchange>[0];

/** One that carries a trace. */
function traced(endMs: number, changes: Changes = {}, traceparent = newTraceparent()): Exchange {
  const one = exchange({ ...changes, timing: { endMs } });
  return { ...one, request: { ...one.request, headers: [['traceparent', traceparent]] } };
}

/** The operations and latencies that are kept. */
function keptOf(exchanges: readonly Exchange[]) {
  const measure = new LoadMeasure([]);
  for (const each of exchanges) measure.record(each);
  return measure.slowest.found.map(({ exchange: { operation }, timings }) => [
    operation,
    timings.e2eMs,
  ]);
}

test('slowest: the three slowest of each operation are kept, the slowest first', () => {
  const chats = [30, 900, 10, 500, 700].map((endMs) => traced(endMs));
  expect(keptOf([...chats, traced(20, { operation: 'images' })])).toEqual([
    ['chat', 900],
    ['chat', 700],
    ['chat', 500],
    ['images', 20],
  ]);
});

test.each([
  ['without a trace', exchange({ timing: { endMs: 900 } })],
  ['whose trace is not sampled', traced(900, {}, newTraceparent().replace(/01$/, '00'))],
  ['that failed', traced(900, { status: 500 })],
  ['that was cut', traced(900, { outcome: 'cut-by-end' })],
])('slowest: a request %s is none of them', (_, one) => {
  expect(keptOf([one, traced(5)])).toEqual([['chat', 5]]);
});
