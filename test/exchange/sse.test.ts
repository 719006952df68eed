import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEventStream } from '../../src/exchange/sse.ts';
import { eventsByTheStandard, STREAMS } from './sse-oracle.ts';

const whole = (bytes: Uint8Array) =>
  decodeEventStream(bytes, [{ endOffset: bytes.length, atMs: 1 }]);

const cutAt = (bytes: Uint8Array, offset: number) =>
  decodeEventStream(bytes, [
    { endOffset: offset, atMs: 1 },
    { endOffset: bytes.length, atMs: 2 },
  ]);

test('event stream: any bytes are decoded as the standard reads them', () => {
  fc.assert(
    fc.property(STREAMS, (bytes) => {
      const decoded = whole(bytes).events.map(({ type, data, lastEventId }) => ({
        type,
        data,
        lastEventId,
      }));
      expect(decoded).toEqual(eventsByTheStandard(bytes));
    }),
    { numRuns: 5000 },
  );
});

test('event stream: any bytes cut anywhere give the events of the first part in the first read', () => {
  fc.assert(
    fc.property(STREAMS, fc.nat(), (bytes, somewhere) => {
      const offset = somewhere % (bytes.length + 1);
      const first = cutAt(bytes, offset).events.filter(({ read }) => read === 0);
      expect(first.length).toBe(whole(bytes.subarray(0, offset)).events.length);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['a byte order mark at the start is dropped, once', '\uFEFFdata: a\n\n\uFEFFdata: b\n\n', ['a']],
  ['data without a colon is an empty line', 'data\n\ndata\ndata\n\n', ['', '\n']],
  ['one leading space is stripped', 'data:  a \n\ndata:\ta\n\n', [' a ', '\ta']],
  ['an unfinished last event is dropped', 'data: a\n\ndata: b\n', ['a']],
])('event stream: %s', (_, stream, data) => {
  expect(whole(Buffer.from(stream)).events.map((event) => event.data)).toEqual(data);
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
