import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../src/exchange/exchange.ts';
import { type ParseState, ResponseParser } from '../../../src/exchange/http/response-parser.ts';

interface Seen {
  status: number;
  headers: Headers;
  body: string;
  reading: ParseState;
  endsWithConnection: boolean;
}

function readIn(pieces: readonly Buffer[], method = 'POST'): Seen {
  const seen: Seen = {
    status: 0,
    headers: [],
    body: '',
    reading: 'more',
    endsWithConnection: false,
  };
  const reader = new ResponseParser(method, {
    firstByte: () => {},
    head: (status, headers) => Object.assign(seen, { status, headers }),
    data: (piece) => {
      seen.body += Buffer.from(piece).toString('latin1');
      return undefined;
    },
  });
  for (const piece of pieces) {
    seen.reading = reader.take(piece);
    if (seen.reading !== 'more') break;
  }
  seen.endsWithConnection = reader.endsWithConnection;
  return seen;
}

const WHOLE: readonly (readonly [name: string, answer: string, status: number, body: string])[] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, 'hello'],
  ['a length of 0', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 200, ''],
  [
    'an equal length twice',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi',
    200,
    'hi',
  ],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n',
    200,
    'hello',
  ],
  [
    'chunks with extensions and trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\nA;x=1\r\n0123456789\r\n0\r\nx-t: 1\r\n\r\n',
    200,
    '0123456789',
  ],
  ['no body by its status', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', 204, ''],
  ['a status line without a reason', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n', 404, ''],
  [
    'an interim answer before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx',
    201,
    'x',
  ],
  [
    'bytes that are not ASCII',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xc3\xa9',
    200,
    '\xc3\xa9',
  ],
];

describe.each(WHOLE)('answer reader: %s', (_, answer, status, body) => {
  const bytes = Buffer.from(answer, 'latin1');

  test('is read to its end', () => {
    expect(readIn([bytes])).toMatchObject({ status, body, reading: 'done' });
  });

  test('is read to its end when cut at every byte', () => {
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const seen = readIn([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(seen).toMatchObject({ status, body, reading: 'done' });
    }
    const single = [...bytes].map((byte) => Buffer.of(byte));
    expect(readIn(single)).toMatchObject({ status, body, reading: 'done' });
  });
});

test('answer reader: without a length the connection ends the answer', () => {
  const seen = readIn([Buffer.from('HTTP/1.1 200 OK\r\n\r\nsome'), Buffer.from(' more')]);
  expect(seen).toMatchObject({ body: 'some more', reading: 'more', endsWithConnection: true });
});

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n',
  'HTTP/1.1 200 OK\r\n',
])('answer reader: %j does not end with the connection', (answer) => {
  expect(readIn([Buffer.from(answer)])).toMatchObject({
    reading: 'more',
    endsWithConnection: false,
  });
});

test('answer reader: the answer to HEAD has no body', () => {
  const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
  expect(readIn([answer], 'HEAD').reading).toBe('done');
});

test('answer reader: headers keep their order and their duplicates, names in lower case', () => {
  const answer = Buffer.from(
    'HTTP/1.1 200 OK\r\nX-B:  2 \r\nX-A:\r\nX-B: 3\r\nContent-Length: 0\r\n\r\n',
  );
  expect(readIn([answer]).headers).toEqual([
    ['x-b', '2'],
    ['x-a', ''],
    ['x-b', '3'],
    ['content-length', '0'],
  ]);
});

test.each([
  'SSH-2.0-x\r\n\r\n',
  'HTTP/2 200\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX-A: a\r\n folded\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX-A: a\nX-B: b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
])('answer reader: %j is malformed', (answer) => {
  expect(readIn([Buffer.from(answer)]).reading).toBe('malformed');
});

test.each([
  ['a head', 'HTTP/1.1 200 OK\r\n'],
  ['a chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;'],
])('answer reader: %s without end is oversize', (_, start) => {
  expect(readIn([Buffer.from(start), Buffer.alloc(70_000, 'x')]).reading).toBe('oversize');
});

test('answer reader: a head or trailers that end beyond the limit are oversize', () => {
  const pad = 'x-pad: y\r\n'.repeat(8000);
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';
  expect(readIn([Buffer.from(`${chunked}${pad}\r\n`)]).reading).toBe('oversize');
  expect(readIn([Buffer.from(`${chunked}\r\n0\r\n${pad}\r\n`)]).reading).toBe('oversize');
});

test('answer reader: a sink can abort it', () => {
  const pieces: string[] = [];
  const reader = new ResponseParser('POST', {
    firstByte: () => {},
    head: () => {},
    data: (piece) => {
      pieces.push(Buffer.from(piece).toString());
      return 'aborted';
    },
  });
  const chunks =
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n';
  expect(reader.take(Buffer.from(chunks))).toBe('aborted');
  expect(pieces).toEqual(['a']);
});
