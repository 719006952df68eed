import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventCounter } from '../../src/exchange/event-counter.ts';
import { decodeEventStream } from '../../src/exchange/sse.ts';
import { VECTORS } from './sse-vectors.ts';

function counted(pieces: readonly Uint8Array[]): number {
  const counter = new EventCounter();
  for (const piece of pieces) counter.take(piece);
  return counter.count;
}

test.each(VECTORS)('event counter: agrees with the decoder where $name', ({ stream, events }) => {
  const bytes = Buffer.from(stream);
  expect(counted([bytes])).toBe(events.length);
  expect(counted([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(events.length);
});

test('event counter: any bytes in any pieces are counted as the decoder does', () => {
  const text = fc.string({ unit: fc.constantFrom('data', ':', 'x', '\n', '\r', '\r\n', '\uFEFF') });
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const pieces = texts.map((piece) => Buffer.from(piece));
      expect(counted(pieces)).toBe(decodeEventStream(Buffer.concat(pieces), []).events.length);
    }),
    { numRuns: 2000 },
  );
});
