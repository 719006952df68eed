import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEventStream } from '../../src/exchange/sse.ts';
import { eventsByTheStandard } from './sse-oracle.ts';
import { VECTORS } from './sse-vectors.ts';

const whole = (bytes: Uint8Array) =>
  decodeEventStream(bytes, [{ endOffset: bytes.length, atMs: 1 }]);

const cutAt = (bytes: Uint8Array, offset: number) =>
  decodeEventStream(bytes, [
    { endOffset: offset, atMs: 1 },
    { endOffset: bytes.length, atMs: 2 },
  ]);

const pairs = (bytes: Uint8Array) => whole(bytes).events.map(({ type, data }) => ({ type, data }));

describe.each(VECTORS)('event stream: $name', ({ stream, events, ids }) => {
  const bytes = Buffer.from(stream);

  test('whole', () => {
    const decoded = whole(bytes);
    expect(decoded.events.map(({ type, data }) => [type, data])).toEqual(events);
    if (ids !== undefined) {
      expect(decoded.events.map(({ lastEventId }) => lastEventId)).toEqual(ids);
    }
    expect(decoded.invalidUtf8).toBe(false);
  });

  test('cut at every byte, each event comes with the read that completed it', () => {
    for (let offset = 0; offset <= bytes.length; offset += 1) {
      const cut = cutAt(bytes, offset);
      const early = whole(bytes.subarray(0, offset)).events.length;
      expect(cut.events.map(({ type, data }) => [type, data])).toEqual(events);
      expect(cut.events.map(({ read, atMs }) => [read, atMs])).toEqual(
        events.map((_, index) => (index < early ? [0, 1] : [1, 2])),
      );
    }
  });
});

const FRAGMENTS = [
  'data',
  'event',
  'id',
  ':',
  ': ',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  'é',
  '😀',
  '\uFEFF',
  '\0',
  '{"a":1}',
];
const streamBytes = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS).map((text) => Buffer.from(text)) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }).map((raw) => Buffer.from(raw)),
      },
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts));

test('event stream: any bytes are decoded as the standard reads them', () => {
  fc.assert(
    fc.property(streamBytes, (bytes) => {
      expect(pairs(bytes)).toEqual(eventsByTheStandard(bytes));
    }),
    { numRuns: 3000 },
  );
});

test('event stream: any bytes cut anywhere give the events of the first part in the first read', () => {
  fc.assert(
    fc.property(streamBytes, fc.nat(), (bytes, somewhere) => {
      const offset = somewhere % (bytes.length + 1);
      const first = cutAt(bytes, offset).events.filter(({ read }) => read === 0);
      expect(first.length).toBe(whole(bytes.subarray(0, offset)).events.length);
    }),
    { numRuns: 2000 },
  );
});

test('event stream: one byte a read gives each event the arrival of its own blank line', () => {
  const bytes = Buffer.from('data: é\r\n\r\ndata: b\n\n');
  const reads = Array.from(bytes, (_, index) => ({ endOffset: index + 1, atMs: index }));
  expect(decodeEventStream(bytes, reads).events.map(({ atMs }) => atMs)).toEqual([
    bytes.indexOf('\r\n\r\n') + 2,
    bytes.length - 1,
  ]);
});

test('event stream: events that share a read share its arrival', () => {
  const bytes = Buffer.from('data: a\n\ndata: b\n\n');
  expect(whole(bytes).events.map(({ read, atMs }) => [read, atMs])).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test.each([
  ['ends inside a data line', 'data: a\n\ndata: b', true],
  ['ends before the blank line', 'data: a\n', true],
  ['ends with a type and no blank line', 'event: x\n', true],
  ['ends inside a field name', 'data: a\n\ndat', true],
  ['ends with a blank line', 'data: a\n\n', false],
  ['ends inside a comment', 'data: a\n\n: bye', false],
  ['ends with a retry field', 'data: a\n\nretry: 5\n', false],
  ['is empty', '', false],
])('event stream: one that %s has unfinished %#', (_, stream, unfinished) => {
  expect(whole(Buffer.from(stream)).unfinished).toBe(unfinished);
});

test('event stream: a byte that is not UTF-8 is replaced and reported', () => {
  const decoded = whole(Buffer.from('data: a\xff\n\ndata: \xf0\x9f\x98\n\n', 'latin1'));
  expect(decoded.invalidUtf8).toBe(true);
  expect(decoded.events.map(({ data }) => data)).toEqual(['a\uFFFD', '\uFFFD']);
});

test('event stream: comments are counted', () => {
  expect(whole(Buffer.from(': a\n:\ndata: x\n\n: b')).comments).toBe(2);
});

test.each([
  ['retry: 1500\n\n', 1500],
  ['retry: 1500\nretry: x\n\n', 1500],
  ['retry: -1\n\n', undefined],
  ['retry: 1.5\n\n', undefined],
  ['retry:\n\n', undefined],
])('event stream: %j is a retry of %s', (stream, retryMs) => {
  expect(whole(Buffer.from(stream)).retryMs).toBe(retryMs);
});

test('event stream: unknown fields are named once each, at most eight', () => {
  const stream = Buffer.from('foo: 1\nfoo: 2\nDatä\ndata: a\n\n');
  expect(whole(stream).unknownFields).toEqual(['foo', 'Datä']);
  const many = Array.from({ length: 20 }, (_, index) => `f${index}:\n`).join('');
  expect(whole(Buffer.from(many)).unknownFields).toHaveLength(8);
});

test('event stream: data that is JSON is parsed once', () => {
  const [event] = whole(Buffer.from('data: {"a":[1]}\n\n')).events;
  expect(event?.json).toEqual({ a: [1] });
  expect(event?.json).toBe(event?.json);
});

test.each(['[DONE]', '{"a":1', ''])('event stream: %j is not JSON', (data) => {
  const [event] = whole(Buffer.from(`data: ${data}\n\n`)).events;
  expect(event).toBeDefined();
  expect(event?.json).toBeUndefined();
});

test('event stream: a body without reads is decoded at 0 ms', () => {
  expect(decodeEventStream(Buffer.from('data: a\n\n'), []).events[0]?.atMs).toBe(0);
});

test('event stream: a million lines without a colon is decoded in linear time', () => {
  const started = performance.now();
  whole(Buffer.from('x\n'.repeat(1 << 20)));
  expect(performance.now() - started).toBeLessThan(20_000);
});
