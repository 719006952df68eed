import { expect, test } from 'vitest';
import { requestPieces } from '../../../src/exchange/http/request-bytes.ts';
import { multipartPayload } from '../../../src/exchange/multipart.ts';
import { bytesPayload } from '../../../src/exchange/payload.ts';
import { chat } from '../outgoing-request.ts';

const ORIGIN = 'http://127.0.0.1:1';

function sizesOf(request: ReturnType<typeof chat>): readonly number[] {
  return [...requestPieces(request)].map(({ length }) => length);
}

test('request bytes: a small form is written at once, so that an early answer finds it sent', () => {
  const payload = multipartPayload({
    boundary: 'xyz',
    parts: [
      { name: 'model', value: 'm' },
      { name: 'file', filename: 'a.wav', type: 'audio/wav', content: Buffer.alloc(16_000) },
    ],
  });
  expect(sizesOf(chat(ORIGIN, { payload }))).toEqual([expect.any(Number)]);
});

test('request bytes: a large body is written in pieces, the small ones together', () => {
  const pieces = [10, 50_000, 50_000, 100_000, 10].map((size) => Buffer.alloc(size));
  const [first, ...others] = sizesOf(chat(ORIGIN, { payload: bytesPayload(pieces, 'text/plain') }));
  expect(first).toBeGreaterThan(50_010);
  expect(others).toEqual([50_000, 100_000, 10]);
});

test('request bytes: a paced body is written in its own pieces', () => {
  const pieces = [10, 20, 30].map((size) => Buffer.alloc(size));
  const payload = bytesPayload(pieces, 'text/plain');
  const [first, ...others] = sizesOf(chat(ORIGIN, { payload, writeBytesPerSecond: 1000 }));
  expect(first).toBeGreaterThan(10);
  expect(others).toEqual([20, 30]);
});
