import { expect, test } from 'vitest';
import { encodeFrame, FrameDecoder } from '../../../src/exchange/frames.ts';
import { decodeUpstreamFrame } from '../../../src/target/upstream/upstream-frame.ts';

/** The least that the upstream says of an exchange. */
const EXCHANGE = {
  id: 3,
  nonces: ['n3f9c2a71'],
  attempt: 2,
  connection: 4,
  nthOnConnection: 5,
  operation: 'chat',
  method: 'POST',
  path: '/v1/chat/completions',
  requestHeaders: [['content-type', 'application/json']],
  receivedNs: 1_500_000,
  requestEndNs: 2_000_000,
  requestBytes: 4,
  requestKeptBytes: 4,
  requestSha256: 'abc',
  requestComplete: true,
  sizeBytes: 3,
  endNs: 9_000_000,
  outcome: 'complete',
};

function decode(type: number, header: unknown, body = Buffer.alloc(0)) {
  const [frame] = new FrameDecoder().push(encodeFrame(type, header, body));
  if (frame === undefined) throw new Error('the frame is incomplete');
  return decodeUpstreamFrame(frame);
}

test('upstream frames: an exchange has its times in ms and both bodies', () => {
  const written = {
    ...EXCHANGE,
    status: 200,
    headers: [['x-a', 'b']],
    writes: [1, 3_000_000, 3, 4_500_000],
    tokens: [7, 3_000_000],
    text: 'seven..',
    disconnectedNs: 5_000_000,
    contentSha256: ['def'],
    form: { files: [{ field: 'file', filename: 'a', sizeBytes: 1, sha256: 'x' }] },
  };
  expect(decode(33, written, Buffer.from('requans'))).toEqual({
    type: 'exchange',
    exchange: expect.objectContaining({
      id: 3,
      operation: 'chat',
      endMs: 9,
      disconnectedMs: 5,
      request: expect.objectContaining({
        receivedMs: 1.5,
        endMs: 2,
        body: new Uint8Array(Buffer.from('requ')),
        files: [{ field: 'file', filename: 'a', sizeBytes: 1, sha256: 'x' }],
      }),
      answer: expect.objectContaining({
        status: 200,
        body: new Uint8Array(Buffer.from('ans')),
        text: 'seven..',
        writes: [
          { endOffset: 1, atMs: 3 },
          { endOffset: 3, atMs: 4.5 },
        ],
        tokens: [{ characters: 7, atMs: 3 }],
        contentSha256: ['def'],
      }),
    }),
  });
});

test('upstream frames: an exchange without an answer has no status, and no operation of the interface is other', () => {
  const { status, headers } = exchangeOf({ ...EXCHANGE, operation: 'models' }).answer;
  expect([status, headers]).toEqual([undefined, []]);
  expect(exchangeOf({ ...EXCHANGE, operation: 'models' }).operation).toBe('other');
});

test('upstream frames: an exchange that has no answer at all, as when the gateway disconnected first', () => {
  const disconnected = {
    ...EXCHANGE,
    sizeBytes: undefined,
    outcome: 'disconnected',
    disconnectedNs: 8_000_000,
  };
  expect(exchangeOf(disconnected)).toMatchObject({
    outcome: 'disconnected',
    answer: { sizeBytes: 0, headers: [], writes: [] },
  });
});

test('upstream frames: a connection that was closed before its request was read is not an exchange', () => {
  const unread = { id: 1, nonces: [], connection: 7, nthOnConnection: 2, operation: 'unread' };
  expect(decode(33, { ...unread, endNs: 1, outcome: 'failed' })).toEqual({
    type: 'unread',
    connection: 7,
  });
});

function exchangeOf(header: unknown) {
  const frame = decode(33, header, Buffer.from('requ'));
  if (frame.type !== 'exchange') throw new Error(frame.type);
  return frame.exchange;
}

test.each([
  ['an unknown type', 38, {}, 'type 38'],
  ['another version', 32, { version: 2 }, 'upstream-hello: version'],
  ['a missing member', 33, { ...EXCHANGE, path: undefined }, 'upstream-exchange: path'],
  ['half of a pair', 33, { ...EXCHANGE, writes: [1] }, 'upstream-exchange: writes'],
  ['an unknown outcome', 33, { ...EXCHANGE, outcome: 'lost' }, 'upstream-exchange: outcome'],
  ['more kept bytes than there are', 33, EXCHANGE, '4 bytes of a request'],
])('upstream frames: %s is malformed', (_, type, header, problem) => {
  expect(() => decode(type, header)).toThrow(`Malformed frame from the load engine: ${problem}`);
});

test('upstream frames: a header that is not JSON is malformed', () => {
  const frame = { type: 33, header: Buffer.from('{'), body: Buffer.alloc(0) };
  expect(() => decodeUpstreamFrame(frame)).toThrow('a header that is not JSON');
});
