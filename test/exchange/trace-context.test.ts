import { expect, test } from 'vitest';
import { newTraceparent, traceContextOf } from '../../src/exchange/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

function contextOf(value: string, name = 'traceparent') {
  return traceContextOf({ headers: [[name, value]] });
}

test.each([
  ['sampled', `00-${TRACE}-${SPAN}-01`, true],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
  ['sampled, with another flag', `00-${TRACE}-${SPAN}-03`, true],
  ['in a later version, with more', `01-${TRACE}-${SPAN}-01-more`, true],
])('trace context: a traceparent that is %s is read', (_, value, isSampled) => {
  expect(contextOf(value)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

test.each([
  ['without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['without a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['with an invalid version', `ff-${TRACE}-${SPAN}-01`],
  ['that is cut', `00-${TRACE}-${SPAN}`],
  ['that is empty', ''],
])('trace context: a traceparent %s is none', (_, value) => {
  expect(contextOf(value)).toBeUndefined();
});

test('trace context: the name of the header has any case, and a new one is sampled', () => {
  const [one, other] = [newTraceparent(), newTraceparent()].map((value) =>
    contextOf(value, 'TRACEPARENT'),
  );
  expect(one?.isSampled).toBe(true);
  expect(one?.traceId).not.toBe(other?.traceId);
});
