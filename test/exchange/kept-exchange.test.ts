import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keptFinding } from '../../src/conformance/kept-finding.ts';
import { Capture } from '../../src/exchange/capture.ts';
import { keptExchange } from '../../src/exchange/kept-exchange.ts';
import { LIMITS } from '../../src/input/limits.ts';
import { chat, testRun } from './outgoing-request.ts';

function received(body: string) {
  const capture = new Capture(chat('http://127.0.0.1:1'), testRun());
  capture.head(200, [['content-type', 'application/json']]);
  capture.data(Buffer.from(body));
  return capture.settle('answered');
}

test('kept exchange: a large body is shortened to its beginning, with the digest of all of it', () => {
  const text = JSON.stringify('x'.repeat(100_000));
  const kept = keptExchange(received(text));
  const { body, sha256, sizeBytes } = kept.answer ?? {};
  expect(Buffer.from(body ?? []).toString()).toBe(text.slice(0, LIMITS.keptBodyBytes.value));
  expect(body?.buffer.byteLength).toBe(LIMITS.keptBodyBytes.value);
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect(sizeBytes).toBe(text.length);
});

test('kept exchange: equal calls give the same object, and a small exchange is kept as it is', () => {
  const [small, large] = [received('{}'), received(JSON.stringify('x'.repeat(100_000)))];
  expect(keptExchange(small)).toBe(small);
  expect(keptExchange(large)).toBe(keptExchange(large));
  expect(keptExchange(keptExchange(large))).toBe(keptExchange(large));
});

test('kept finding: only the beginning of a large value is kept', () => {
  const [text, json, small] = [
    'x'.repeat(100_000),
    Array.from({ length: 50_000 }, () => 0),
    { a: 1 },
  ];
  const kept = [text, json, small].map(
    (actual) => keptFinding({ expected: 'less', actual }).actual,
  );
  expect(kept).toEqual(['x'.repeat(4096), JSON.stringify(json).slice(0, 4096), { a: 1 }]);
});
