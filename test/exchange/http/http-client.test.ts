import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { BODY_NOT_SENT } from '../../../src/exchange/http/transport-failure.ts';
import { multipartPayload } from '../../../src/exchange/multipart.ts';
import type { Outgoing } from '../../../src/exchange/outgoing.ts';
import { bytesPayload, textPayload } from '../../../src/exchange/payload.ts';
import { wav } from '../../../src/exchange/wav.ts';
import { closedOrigin, serveInTest } from '../../support/tcp-server.ts';
import { chat, KEY, testRun } from '../outgoing-request.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

function newClient(signal?: AbortSignal): HttpClient {
  const client = new HttpClient(testRun(signal));
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ answer }: Exchange) => Buffer.from(answer?.body ?? []).toString();
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const answering = (socket: Socket) => socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
const delta = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const interim = (status: number, count: number) => `HTTP/1.1 ${status} X\r\n\r\n`.repeat(count);

/** Sends one chat to a server that answers so. */
async function sending(serve: (socket: Socket) => unknown, change: Partial<Outgoing> = {}) {
  const server = await serveInTest(serve);
  const exchange = await newClient().send(chat(server.origin, change));
  return { exchange, server, wire: server.received[0]?.toString('latin1') ?? '' };
}

const hi = (before = '') => `${before}${HEAD}Content-Length: 2\r\n\r\nhi`;

describe('client: a whole answer', () => {
  test('is answered, with its head, body and times', async () => {
    const cookies = 'X-A: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n';
    const { exchange } = await sending((socket) =>
      socket.write(`${HEAD}${cookies}Content-Length: 2\r\n\r\nhi`),
    );
    expect(exchange).toMatchObject({
      id: 1,
      operation: 'chat',
      sender: 'test',
      outcome: 'answered',
      answer: {
        status: 200,
        headers: [
          ['content-type', 'text/plain'],
          ['x-a', '1'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['content-length', '2'],
        ],
      },
    });
    expect(textOf(exchange)).toBe('hi');
    const { intendedMs, sendMs, firstByteMs = -1, endMs } = exchange.timing;
    expect(intendedMs).toBe(sendMs);
    expect(firstByteMs).toBeGreaterThanOrEqual(sendMs);
    expect(endMs).toBeGreaterThanOrEqual(firstByteMs);
    expect(exchange).not.toHaveProperty('failure');
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['that ends with the connection', (socket) => socket.end(`${HEAD}Connection: close\r\n\r\nhi`)],
    ['after 100 Continue without Expect', (socket) => socket.write(hi(interim(100, 1)))],
    ['after 102 Processing', (socket) => socket.write(hi(interim(102, 1)))],
    ['after many interim answers', (socket) => socket.write(hi(interim(100, 256)))],
  ])('%s is answered', async (_, serve) => {
    const { exchange } = await sending(serve);
    expect([exchange.outcome, exchange.answer?.status, textOf(exchange)]).toEqual([
      'answered',
      200,
      'hi',
    ]);
  });

  test.each([302, 404, 503])('with status %d is answered, and not followed', async (status) => {
    const { exchange, server } = await sending((socket) =>
      socket.write(`HTTP/1.1 ${status} X\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n`),
    );
    expect([exchange.outcome, exchange.answer?.status]).toEqual(['answered', status]);
    expect(server.received).toHaveLength(1);
  });

  test('with more bytes after its end has the first of them, without keys', async () => {
    const second = `${HEAD}Content-Length: ${KEY.length}\r\n\r\n${KEY}`;
    const { exchange } = await sending((socket) => socket.write(`${hi()}${second}`));
    expect([exchange.outcome, textOf(exchange)]).toEqual(['answered', 'hi']);
    expect(exchange.surplus).toMatch(/^HTTP\/1\.1 200 OK\\r\\nContent-Type: text.*\[API key 1\]$/);
  });

  test('after an interim answer is timed from its own first byte', async () => {
    const { exchange } = await sending((socket) => {
      socket.write(interim(103, 1));
      setTimeout(() => socket.write(hi()), 30);
    });
    expect((exchange.timing.firstByteMs ?? 0) - exchange.timing.sendMs).toBeGreaterThan(25);
  });

  test('in gzip is kept as it came', async () => {
    const { exchange } = await sending((socket) =>
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b`, 'latin1'),
    );
    expect([...(exchange.answer?.body ?? [])]).toEqual([0x1f, 0x8b]);
  });

  test('has a read for each arrival, in ms since the request was sent', async () => {
    const { exchange } = await sending(async (socket) => {
      socket.write(`${HEAD}Content-Length: 6\r\n\r\nab`);
      await sleep(40);
      socket.write('cd');
      await sleep(40);
      socket.write('ef');
    });
    const reads = exchange.answer?.reads ?? [];
    expect(reads.map(({ endOffset }) => endOffset)).toEqual([2, 4, 6]);
    const [first = 0, second = 0, third = 0] = reads.map(({ atMs }) => atMs);
    expect(second).toBeGreaterThan(first);
    // On a busy machine one of them is read late, but not all.
    expect(third - first).toBeGreaterThan(10);
  });

  test('in several chunks of one arrival has one read', async () => {
    const { exchange } = await sending((socket) =>
      socket.write(STREAM_HEAD + chunk('data: a\n\n') + chunk('data: b\n\n') + chunk('')),
    );
    expect(exchange.answer?.reads.map(({ endOffset }) => endOffset)).toEqual([18]);
  });
});

describe('client: an answer that is not whole', () => {
  test.each([
    ['a refused connection', closedOrigin, 'ECONNREFUSED'],
    ['a host that does not exist', async () => 'http://gateway.invalid', undefined],
  ])('%s has the outcome refused', async (_, originOf, failure) => {
    const origin = await originOf();
    const exchange = await newClient().send(chat(origin));
    expect(exchange).toMatchObject({ outcome: 'refused', ...(failure && { failure }) });
    expect(exchange).not.toHaveProperty('answer');
  });

  const half = `${HEAD}Content-Length: 9\r\n\r\nhalf`;
  test.each<[string, (socket: Socket) => unknown, Partial<Exchange>, string]>([
    [
      'a connection closed at once',
      (socket) => socket.destroy(),
      { outcome: 'reset', failure: 'closed by the other side' },
      '',
    ],
    [
      'a connection that is reset by TCP',
      (socket) => socket.resetAndDestroy(),
      { outcome: 'reset', failure: 'ECONNRESET' },
      '',
    ],
    ['no answer within the deadline', () => {}, { outcome: 'timed-out' }, ''],
    [
      'half an answer within the deadline',
      (socket) => socket.write(half),
      { outcome: 'timed-out' },
      'half',
    ],
    ['a length not reached', (socket) => socket.end(half), { outcome: 'truncated' }, 'half'],
    [
      'chunks without their end',
      (socket) => socket.end(`${STREAM_HEAD}${chunk('half')}`),
      { outcome: 'truncated' },
      'half',
    ],
    [
      'a chunk size that is none',
      (socket) => socket.end(`${STREAM_HEAD}${chunk('half')}zz\r\nmore`),
      { outcome: 'truncated' },
      'half',
    ],
    [
      'a reset after the status line',
      (socket) => {
        socket.write(half);
        setTimeout(() => socket.resetAndDestroy(), 30);
      },
      { outcome: 'truncated' },
      'half',
    ],
    [
      'a head without end',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-pad: y\r\n'.repeat(20_000)}`),
      { outcome: 'oversize' },
      '',
    ],
  ])('%s has its outcome, with what came', async (_, serve, expected, text) => {
    const { exchange } = await sending(serve, { deadlineMs: 300 });
    expect(exchange).toMatchObject(expected);
    expect(textOf(exchange)).toBe(text);
  });

  test.each([
    ['4 MiB of text', 'application/json', 4],
    ['4 MiB of a stream', 'text/event-stream', 4],
    ['16 MiB of a file', 'video/mp4', 16],
  ])('more than %s is oversize, and its beginning is kept', async (_, type, most) => {
    const piece = Buffer.alloc(1 << 20, 'x');
    const { exchange } = await sending((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`);
      for (let count = 0; count < 20; count += 1) socket.write(piece);
    });
    expect([exchange.outcome, exchange.failure]).toEqual(['oversize', `larger than ${most} MiB`]);
    expect(exchange.answer?.body?.length).toBe(16 << 10);
    expect(exchange.answer?.sizeBytes).toBeGreaterThan(most << 20);
  });

  test('exactly 16 MiB of a file is answered', async () => {
    const { exchange } = await sending((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${16 << 20}\r\n\r\n`);
      socket.write(Buffer.alloc(16 << 20, 'x'));
    });
    expect([exchange.outcome, exchange.answer?.sizeBytes]).toEqual(['answered', 16 << 20]);
  });

  test('an endless trickle ends at the deadline', async () => {
    const { exchange } = await sending(
      (socket) => {
        socket.write(STREAM_HEAD);
        const timer = setInterval(() => socket.write(chunk(': x\n')), 5);
        socket.on('close', () => clearInterval(timer));
      },
      { deadlineMs: 150 },
    );
    expect(exchange.outcome).toBe('timed-out');
    expect(exchange.answer?.reads.length).toBeGreaterThan(1);
  });
});

describe('client: disconnecting', () => {
  test('after some events is aborted, and the connection is destroyed', async () => {
    let closed = false;
    const { exchange } = await sending(
      async (socket) => {
        socket.on('close', () => {
          closed = true;
        });
        socket.write(STREAM_HEAD);
        for (let count = 0; count < 50 && !socket.destroyed; count += 1) {
          socket.write(chunk(delta(`t${count}`)));
          await sleep(10);
        }
      },
      { disconnectAfterEvents: 3 },
    );
    expect(exchange.outcome).toBe('aborted');
    expect(textOf(exchange)).toBe(delta('t0') + delta('t1') + delta('t2'));
    expect(exchange.timing.tokensMs).toHaveLength(3);
    await expect.poll(() => closed).toBe(true);
  });

  test('after some time is aborted, unless the answer has ended', async () => {
    const { exchange } = await sending(() => {}, { disconnectAfterMs: 40 });
    expect(exchange.outcome).toBe('aborted');
    expect(exchange.timing.endMs - exchange.timing.sendMs).toBeGreaterThan(35);
    const late = await sending((socket) => socket.write(hi()), { disconnectAfterMs: 20_000 });
    expect(late.exchange.outcome).toBe('answered');
  });

  test.each(['http:', 'https:'])(
    'because the run ended is cut-by-end, before or during the exchange or its connection, by %s',
    async (scheme) => {
      const server = await serveInTest(() => {});
      const run = new AbortController();
      const client = newClient(run.signal);
      const origin = server.origin.replace('http:', scheme);
      const during = client.send(chat(origin));
      setTimeout(() => run.abort(), 40);
      expect((await during).outcome).toBe('cut-by-end');
      expect((await client.send(chat(origin))).outcome).toBe('cut-by-end');
    },
  );
});

describe('client: what is sent', () => {
  test('a JSON body is sent with its length and the key, which is not recorded', async () => {
    const headers = [
      ['idempotency-key', 'k1'],
      ['x-empty', ''],
    ] as const;
    const { exchange, wire, server } = await sending(answering, { headers });
    const { request } = exchange;
    expect(wire).toContain(`authorization: Bearer ${KEY}\r\n`);
    expect(wire).toContain('content-length: 13\r\n');
    expect(wire).toMatch(/\r\nx-empty: ?\r\n/);
    expect(wire.endsWith('\r\n\r\n{"model":"m"}')).toBe(true);
    expect(request.url).toBe(`${server.origin}/chat/completions`);
    expect(request.headers).toEqual([
      ['user-agent', 'assay'],
      ['accept', '*/*'],
      ['content-type', 'application/json'],
      ['content-length', '13'],
      ...headers,
    ]);
    expect(request.body).toEqual({ kind: 'text', text: '{"model":"m"}', sizeBytes: 13 });
    expect(JSON.stringify(request)).not.toContain(KEY.slice(-12));
  });

  test('a key in the address is sent and marked in the record', async () => {
    const path = `/chat/completions?api_key=${KEY}`;
    const { exchange, wire, server } = await sending(answering, { path });
    expect(wire).toContain(path);
    expect(exchange.request.url).toBe(`${server.origin}/chat/completions?api_key=[API key 1]`);
  });

  test('header names are sent in capitals where that is requested', async () => {
    const { wire } = await sending(answering, { capitals: true });
    expect(wire).toContain('\r\nAUTHORIZATION: Bearer ');
    expect(wire).toContain('\r\nCONTENT-TYPE: application/json\r\n');
  });

  test('bytes that are not text are sent as they are, and are marked in the record', async () => {
    const payload = bytesPayload([Buffer.from('"caf\xe9"', 'latin1')], 'x/y');
    const { exchange, wire } = await sending(answering, { payload });
    expect(wire).toContain('content-length: 6\r\n\r\n"caf\xe9"');
    expect(exchange.request.body).toEqual({ kind: 'text', text: '"caf\uFFFD"', sizeBytes: 6 });
  });

  test('a request whose body a deadline cuts off is timed-out, with the reason', async () => {
    const payload = bytesPayload(Array<Uint8Array>(1024).fill(Buffer.alloc(65_536)), 'x/y');
    const { exchange } = await sending((socket) => socket.pause(), { payload, deadlineMs: 200 });
    expect(exchange).toMatchObject({ outcome: 'timed-out', failure: BODY_NOT_SENT });
  });

  test('a header that HTTP cannot carry is reported as a bug in Assay', async () => {
    await expect(sending(answering, { headers: [['x-a', 'a\r\nb']] })).rejects.toThrow(
      /^Request cannot be sent: chat of \S+ \(.*\)\. This is a bug in Assay\.$/,
    );
  });

  test.each([false, true])('a form of 1 MiB arrives whole when chunked is %s', async (chunked) => {
    const content = wav(1 << 20);
    const payload = multipartPayload({
      boundary: 'b1',
      chunked,
      parts: [{ name: 'file', filename: 'a.wav', type: 'audio/wav', content }],
    });
    const end = chunked ? '\r\n0\r\n\r\n' : '--b1--\r\n';
    const server = await serveInTest((socket, request) => {
      if (request.endsWith(end)) answering(socket);
    });
    const exchange = await newClient().send(chat(server.origin, { payload }));
    expect(exchange.outcome).toBe('answered');
    const sent = server.received[0] ?? Buffer.alloc(0);
    expect(sent.includes('transfer-encoding: chunked')).toBe(chunked);
    expect(sent.includes(`content-length: ${payload.sizeBytes}`)).toBe(!chunked);
    if (!chunked) expect(sent.indexOf(content)).toBeGreaterThan(0);
    expect(exchange.request.body).toMatchObject({
      kind: 'multipart',
      files: [{ sizeBytes: 1 << 20 }],
    });
  });

  test('an answer before the end of an upload is answered', async () => {
    const payload = textPayload('x'.repeat(8 << 20), 'text/plain');
    const server = await serveInTest((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno');
    });
    const exchange = await newClient().send(chat(server.origin, { payload }));
    expect([exchange.outcome, exchange.answer?.status]).toEqual(['answered', 413]);
  });

  test('each request has a separate connection, which is closed after the answer', async () => {
    let closed = 0;
    const server = await serveInTest((socket) => {
      socket.on('close', () => {
        closed += 1;
      });
      setTimeout(() => answering(socket), 50);
    });
    const client = newClient();
    const both = await Promise.all([0, 1].map(() => client.send(chat(server.origin))));
    expect(both.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(server.received).toHaveLength(2);
    expect(server.received[0]?.toString()).not.toMatch(/\r\nconnection:/i);
    await expect.poll(() => closed).toBe(2);
  });

  test.each([
    ['500 Internal Server Error', 0],
    ['500 Internal Server Error', 5],
    ['200 OK', 0],
    ['200 OK', 5],
  ])(
    'a server that closes without notice after %s, %i ms later: every request is answered',
    async (status, afterMs) => {
      const server = await serveInTest((socket) => {
        socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nhi`);
        setTimeout(() => socket.destroy(), afterMs);
      });
      const client = newClient();
      for (let round = 0; round < 10; round += 1) {
        const sent = [0, 1, 2].map(() => client.send(chat(server.origin)));
        expect((await Promise.all(sent)).map(({ outcome }) => outcome)).toEqual([
          'answered',
          'answered',
          'answered',
        ]);
        await sleep(round % 6);
      }
    },
  );
});

describe('client: keys in an answer', () => {
  test('are marked in head and body, and the size is that on the wire', async () => {
    const body = `bad key ${KEY}`;
    const { exchange } = await sending((socket) =>
      socket.write(`${HEAD}X-Key: ${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    );
    const { answer } = exchange;
    expect(answer?.headers).toContainEqual(['x-key', '[API key 1]']);
    expect(textOf(exchange)).toBe('bad key [API key 1]');
    expect(answer?.sizeBytes).toBe(body.length);
    expect(answer?.reads.at(-1)?.endOffset).toBe(answer?.body?.length);
  });

  test('that only this request carried are marked as sent', async () => {
    const tried = 'assay_live_00112233445566778899aabbccddeeff';
    const { exchange } = await sending(
      (socket) =>
        socket.write(`HTTP/1.1 401 No\r\nContent-Length: ${tried.length}\r\n\r\n${tried}`),
      { credential: 'other', authorization: `Bearer ${tried}` },
    );
    expect(textOf(exchange)).toBe('[sent credential]');
    expect(exchange.request.authorization).toBe(`Bearer ${tried}`);
  });
});
