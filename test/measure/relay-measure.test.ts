import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { addedTimes } from '../../src/measure/overhead/added-times.ts';
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
  const exchange = chat({ tokensMs: [1023, 1050], endMs: 1078 });
  measure.record('chat', addedTimes({ exchange, call: served, sharesClock: false }));
  expect(measure.figures().get('chat')).toEqual({
    ttftMs: expect.objectContaining({ max: 3, count: 1 }),
    e2eMs: expect.objectContaining({ max: 8, count: 1 }),
  });
});

test('relay measure: an answer in one body has no time to first token', () => {
  const measure = new RelayMeasure();
  const exchange = chat({ endMs: 1072 });
  measure.record('chat', addedTimes({ exchange, call: served, sharesClock: false }));
  expect(measure.figures().get('chat')).toEqual({ e2eMs: expect.objectContaining({ max: 2 }) });
});

test('relay measure: with one clock, the way of the request to the upstream is known', () => {
  const measure = new RelayMeasure();
  const exchange = chat({ sendMs: 3, endMs: 80 });
  measure.record('chat', addedTimes({ exchange, call: served, sharesClock: true }));
  expect(measure.figures().get('chat')?.forwardMs).toMatchObject({ max: 2, count: 1 });
});

test('relay measure: without requests there are no figures', () => {
  expect(new RelayMeasure().figures().size).toBe(0);
});
