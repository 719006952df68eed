import { describe, expect, test } from 'vitest';
import { FrameDecoder, MalformedFrame } from '../../../src/exchange/frames.ts';
import { decodeExchange } from '../../../src/load/tap/exchange-frame.ts';
import { decodeTapFrame, type TapFrame } from '../../../src/load/tap/tap-frame.ts';
import { END, exchangeHeader, frameBytes, HELLO } from './frame-bytes.ts';

function decoded(...bytes: Parameters<typeof frameBytes>): TapFrame {
  const [frame] = new FrameDecoder().push(frameBytes(...bytes));
  if (frame === undefined) throw new Error('The bytes are not a frame.');
  return decodeTapFrame(frame);
}

function exchange(change: Record<string, unknown>, body = 'data: {}\n\ndata: {}\n\n') {
  const frame = decoded('exchange', exchangeHeader(change), body);
  if (frame.type !== 'exchange') throw new Error(`An exchange frame became ${frame.type}.`);
  return frame.exchange;
}

describe('exchange frame', () => {
  test('exchange frame: a streamed chat is an exchange with times in ms', () => {
    expect(exchange({})).toEqual({
      id: 17,
      operation: 'chat',
      sender: 'mixed',
      attempt: 1,
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:8080/chat/completions',
        headers: [['content-type', 'application/json']],
        credential: 'first',
        body: { kind: 'text', text: '{"model":"m"}', sizeBytes: 13 },
      },
      timing: {
        intendedMs: 1,
        sendMs: 2,
        firstByteMs: 3,
        tokensMs: [4, 5.5],
        coalesced: 0,
        lastArgumentMs: 5.5,
        endMs: 6,
      },
      outcome: 'answered',
      answer: {
        status: 200,
        headers: [['content-type', 'text/event-stream']],
        sizeBytes: 20,
        reads: [
          { endOffset: 10, atMs: 2 },
          { endOffset: 20, atMs: 3.5 },
        ],
        body: Buffer.from('data: {}\n\ndata: {}\n\n'),
      },
    });
  });

  test('exchange frame: an answer that the engine cut keeps its reason, whatever its content', () => {
    const failure = 'too large: more than 4 MiB';
    const nested = `data: ${'['.repeat(1e6)}\n\n`;
    expect(exchange({ outcome: 'oversize', failure }, nested)).toMatchObject({
      outcome: 'oversize',
      failure,
    });
  });

  test('exchange frame: a request on a closing connection is marked', () => {
    expect(exchange({ outcome: 'reset', status: undefined, metClosing: true })).toMatchObject({
      outcome: 'reset',
      metClosing: true,
    });
    expect(exchange({ outcome: 'reset', status: undefined })).not.toHaveProperty('metClosing');
  });

  test('exchange frame: an answer that reports an error is marked', () => {
    expect(exchange({ reportsError: true })).toMatchObject({ reportsError: true });
    expect(exchange({})).not.toHaveProperty('reportsError');
  });

  test('exchange frame: a refused connection is an exchange without an answer', () => {
    const refused = exchange({ outcome: 'refused', failure: 'ECONNREFUSED', status: undefined });
    expect(refused.answer).toBeUndefined();
    expect(refused.failure).toBe('ECONNREFUSED');
  });

  test('exchange frame: an answer that is not HTTP shows its first bytes', () => {
    const shown = { outcome: 'reset', status: undefined, notHttp: 'SSH-2.0' };
    expect(exchange(shown).notHttp).toBe('SSH-2.0');
    expect(exchange({})).not.toHaveProperty('notHttp');
    expect(() => exchange({ ...shown, notHttp: 5 })).toThrow('exchange: notHttp');
  });

  test('exchange frame: a dropped body is an answer without a body', () => {
    const { answer } = exchange({ bodyDropped: true }, '');
    expect(answer?.status).toBe(200);
    expect(answer !== undefined && 'body' in answer).toBe(false);
  });

  test('exchange frame: an upload is a multipart request with the digest of its file', () => {
    const file = { field: 'file', filename: 'a.wav', sizeBytes: 9, sha256: 'ab' };
    const request = { kind: 'multipart', fields: [['model', 'm']], files: [file], sizeBytes: 200 };
    expect(exchange({ operation: 'transcription', request }).request.body).toEqual(request);
  });

  test('exchange frame: the body of a group member is copied, because it will be held', () => {
    const bytes = Buffer.from('view');
    const group = { kind: 'key', id: 'k' };
    const held = decodeExchange(exchangeHeader({ group }), bytes);
    const passing = decodeExchange(exchangeHeader(), bytes);
    bytes.write('next');
    expect(held.group).toEqual(group);
    expect(held.answer?.body).toEqual(Buffer.from('view'));
    expect(passing.answer?.body).toEqual(Buffer.from('next'));
  });

  test.each([
    ['an id that is text', { id: '17' }],
    ['a time with a fraction', { sendNs: 1.5 }],
    ['an unknown operation', { operation: 'embeddings' }],
    ['an unknown outcome', { outcome: 'lost' }],
    ['an unknown credential', { credential: 'third' }],
    ['an unknown kind of group', { group: { kind: 'user', id: 'x' } }],
    ['half a read', { reads: [10] }],
    ['a read that is text', { reads: ['10', 4] }],
    ['a token that is text', { tokensNs: ['4'] }],
    ['a header without a value', { headers: [['content-type']] }],
    ['headers that are not a list', { headers: {} }],
    ['a request of unknown kind', { request: { kind: 'form' } }],
    ['no request', { request: undefined }],
  ])('exchange frame: %s is refused', (_, change) => {
    expect(() => exchange(change)).toThrow(MalformedFrame);
  });
});

describe('other frames', () => {
  test('hello frame: the wall clock at the origin is in ms', () => {
    const { originUnixNs, ...rest } = HELLO;
    expect(decoded('hello', HELLO)).toEqual({
      type: 'hello',
      hello: { ...rest, originUnixMs: originUnixNs / 1e6 },
    });
  });

  test('hello frame: another version is refused and named', () => {
    expect(() => decoded('hello', { ...HELLO, version: 1 })).toThrow(/hello: version/);
  });

  test('end frame: totals keep their counts, and the end is in ms', () => {
    const { endNs, ...counts } = END;
    expect(decoded('end', END)).toEqual({ type: 'end', end: { ...counts, endMs: endNs / 1e6 } });
  });

  test('health frame: lateness and latency are in ms', () => {
    const health = {
      atNs: 1e9,
      scheduled: 20,
      started: 19,
      completed: 18,
      inFlight: 1,
      latenessP99Ns: 2e6,
      latenessMaxNs: 3e6,
      schedulerLatencyP99Ns: 4e5,
      tickerLatenessMaxNs: 5e6,
      gcShare: 0.01,
      cpuShare: 0.2,
      queuedBytes: 7,
    };
    expect(decoded('health', health)).toEqual({
      type: 'health',
      health: {
        atMs: 1000,
        scheduled: 20,
        started: 19,
        completed: 18,
        inFlight: 1,
        latenessP99Ms: 2,
        latenessMaxMs: 3,
        schedulerLatencyP99Ms: 0.4,
        tickerLatenessMaxMs: 5,
        gcShare: 0.01,
        cpuShare: 0.2,
        queuedBytes: 7,
      },
    });
  });

  test('any frame: an unknown type is refused', () => {
    const frame = { type: 99, header: Buffer.from('{}'), body: Buffer.alloc(0) };
    expect(() => decodeTapFrame(frame)).toThrow(MalformedFrame);
  });

  test('any frame: a header that is not JSON is refused', () => {
    const frame = { type: 6, header: Buffer.from('{'), body: Buffer.alloc(0) };
    expect(() => decodeTapFrame(frame)).toThrow(MalformedFrame);
  });
});
