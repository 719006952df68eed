import { expect, test } from 'vitest';
import { ReadingGarbage } from '../../../src/load/judging/reading-garbage.ts';
import { exchange } from '../../measure/exchange-builder.ts';

const READ_BYTES = 40e6;

/** Bytes of the heap after much was read of a body of this size, and forgotten. */
function heapAfterReading(bodyBytes: number): number {
  const body = Buffer.alloc(bodyBytes);
  const answered = exchange({});
  const answer = { status: 200, headers: [], sizeBytes: bodyBytes, reads: [], body };
  const reading = new ReadingGarbage().startReading([{ ...answered, answer }]);
  const values = Array.from({ length: READ_BYTES / 40 }, (_, index) => ({ index }));
  expect(values.pop()).toBeDefined();
  values.length = 0;
  reading?.end();
  return process.memoryUsage().heapUsed;
}

test('reading garbage: what a large body was read as does not stay on the heap', () => {
  heapAfterReading(1e6);
  const before = process.memoryUsage().heapUsed;
  expect(heapAfterReading(1e6) - before).toBeLessThan(READ_BYTES / 4);
});

test('reading garbage: small bodies are not counted', () => {
  expect(new ReadingGarbage().startReading([exchange({})])).toBeUndefined();
});
