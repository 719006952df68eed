import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { RelayMeasure } from '../../src/measure/relay-measure.ts';
import { answer } from '../conformance/rules/exchanges.ts';
import { call } from '../conformance/rules/relays.ts';

/** Sent at 1 000 ms, on a clock of its own. */
function chat(timing: Partial<Exchange['timing']>): Exchange {
  const exchange = answer({});
  return { ...exchange, timing: { intendedMs: 1000, sendMs: 1000, endMs: 1100, ...timing } };
}

/** Received at 5 ms, first content at 25 ms, last write at 75 ms, on another clock. */
const served = call({
  request: { receivedMs: 5 },
  answer: {
    tokens: [{ characters: 1, atMs: 25 }],
    writes: [
      { endOffset: 1, atMs: 25 },
      { endOffset: 9, atMs: 75 },
    ],
  },
});

test('relay measure: what a gateway adds is the difference of both durations, whatever the clocks', () => {
  const measure = new RelayMeasure();
  measure.record(chat({ tokensMs: [1023, 1050], endMs: 1078 }), served);
  const { addedTtftMs, addedE2eMs } = measure.figures().get('chat') ?? {};
  expect(addedTtftMs).toMatchObject({ max: 3, count: 1 });
  expect(addedE2eMs).toMatchObject({ max: 8, count: 1 });
});

test('relay measure: an answer in one body has no time to first token', () => {
  const measure = new RelayMeasure();
  measure.record(chat({ endMs: 1072 }), served);
  expect(measure.figures().get('chat')).toEqual({
    addedE2eMs: expect.objectContaining({ max: 2 }),
  });
});

test('relay measure: without requests there are no figures', () => {
  expect(new RelayMeasure().figures().size).toBe(0);
});
