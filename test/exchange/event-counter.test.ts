import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventCounter } from '../../src/exchange/event-counter.ts';
import { decodeEventStream } from '../../src/exchange/sse.ts';
import { STREAMS } from './sse-oracle.ts';

test('event counter: it counts what the decoder decodes, however the stream is split', () => {
  fc.assert(
    fc.property(STREAMS, fc.nat(), (bytes, somewhere) => {
      const offset = somewhere % (bytes.length + 1);
      const counter = new EventCounter();
      counter.take(bytes.subarray(0, offset));
      counter.take(bytes.subarray(offset));
      expect(counter.count).toBe(decodeEventStream(bytes, []).events.length);
    }),
    { numRuns: 2000 },
  );
});
