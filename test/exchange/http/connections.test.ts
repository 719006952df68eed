import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { requestBytes } from '../../../src/exchange/http/request-bytes.ts';
import { sendInOrder, sendTogether } from '../../../src/exchange/http/send-connected.ts';
import { multipartPayload } from '../../../src/exchange/multipart.ts';
import { wav } from '../../../src/exchange/wav.ts';
import { stall } from '../../support/stall.ts';
import { closedOrigin, serveInTest } from '../../support/tcp-server.ts';
import { chat, many, read, testRun } from '../outgoing-request.ts';

const answer = (status: string, headers = '') =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: 2\r\n\r\n{}`;

describe('in order', () => {
  test('each request is sent over one connection after the answer to the previous one', async () => {
    const server = await serveInTest((socket) => socket.write(answer('200 OK')));
    const exchanges = await sendInOrder([chat(server.origin), read(server.origin)], testRun());
    expect(exchanges.map((exchange) => [exchange.outcome, exchange.answer?.status])).toEqual([
      ['answered', 200],
      ['answered', 200],
    ]);
    expect(server.received).toHaveLength(1);
    expect(exchanges[1]?.timing.sendMs).toBeGreaterThan(exchanges[0]?.timing.endMs ?? 0);
  });

  test.each([
    ['together with the answer', 0, 0],
    ['after the answer', 5, 0],
    ['after the answer, while this process is stalled', 5, 50],
  ])(
    'bytes that come without a request %s are recorded, and end the series',
    async (_, afterMs, stalledMs) => {
      const server = await serveInTest((socket) => {
        socket.write(answer('200 OK'));
        if (afterMs === 0) socket.write(answer('400 Bad'));
        else setTimeout(() => socket.write(answer('400 Bad')), afterMs);
        // From when the answer has been read until its rest is due.
        setTimeout(() => stall(stalledMs), afterMs - 2);
      });
      const exchanges = await sendInOrder([chat(server.origin), chat(server.origin)], testRun());
      expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual([200]);
      expect(exchanges[0]?.surplus).toBe('HTTP/1.1 400 Bad\\r\\nContent-Length: 2\\r\\n\\r\\n{}');
    },
  );

  test('bytes after the last answer, which announces the end, are recorded', async () => {
    const server = await serveInTest((socket) => {
      socket.write(answer('200 OK', 'Connection: close\r\n'));
      setTimeout(() => socket.end('more'), 5);
    });
    const [exchange] = await sendInOrder([chat(server.origin)], testRun());
    expect(exchange?.surplus).toBe('more');
  });

  test('a 408 before an idle connection is closed ends the series and counts as the close', async () => {
    const server = await serveInTest((socket) => {
      socket.write(answer('200 OK'));
      setTimeout(() => socket.end(answer('408 Request Timeout', 'Connection: close\r\n')), 5);
    });
    const exchanges = await sendInOrder([chat(server.origin), chat(server.origin)], testRun());
    expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual([200]);
    expect(exchanges[0]).not.toHaveProperty('surplus');
  });

  test('a flood after an answer takes no memory', async () => {
    const server = await serveInTest((socket) => {
      socket.write(answer('200 OK'));
      for (let count = 0; count < 64; count += 1) socket.write(Buffer.alloc(1 << 20, 'x'));
    });
    const [exchange] = await sendInOrder([chat(server.origin)], testRun());
    expect(exchange?.surplus).toBe(`${'x'.repeat(200)}…`);
  });

  test('an answer that says Connection: close ends the series', async () => {
    const server = await serveInTest((socket) => {
      socket.write(answer('401 Unauthorized', 'Connection: close\r\n'));
    });
    const exchanges = await sendInOrder([chat(server.origin), chat(server.origin)], testRun());
    expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual([401]);
  });

  test('a connection that is closed after an answer ends the series', async () => {
    const server = await serveInTest((socket) => socket.end(answer('401 Unauthorized')));
    const exchanges = await sendInOrder([chat(server.origin), chat(server.origin)], testRun());
    expect(exchanges.map(({ outcome }) => outcome)).toEqual(['answered']);
  });

  test('an answer of HTTP/1.0 is recorded as one', async () => {
    const server = await serveInTest((socket) => {
      socket.end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    const [exchange] = await sendInOrder([chat(server.origin), chat(server.origin)], testRun());
    expect(exchange?.answer?.httpVersion).toBe('1.0');
  });

  test('a connection that is closed before an answer is a reset', async () => {
    const server = await serveInTest((socket) => socket.destroy());
    const [exchange, ...others] = await sendInOrder(
      [chat(server.origin), chat(server.origin)],
      testRun(),
    );
    expect(exchange).toMatchObject({ outcome: 'reset', failure: 'closed by the other side' });
    expect(others).toEqual([]);
  });
});

const answerWith = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('together', () => {
  test('an older version of HTTP, and no User-Agent, are sent where that is requested', async () => {
    const server = await serveInTest((socket, request) => {
      if (request.endsWith('}')) socket.write(answerWith('ok'));
    });
    const [exchange] = await sendTogether(
      [chat(server.origin, { version: '1.0', withoutHeaders: ['user-agent'] })],
      testRun(),
    );
    const head = server.received[0]?.toString().split('\r\n\r\n')[0] ?? '';
    expect(head).toMatch(/^POST \S+ HTTP\/1\.0\r\n/);
    expect(head).not.toMatch(/user-agent/i);
    expect(head).toMatch(/\r\naccept: /i);
    expect(exchange?.request.headers.map(([name]) => name)).not.toContain('user-agent');
  });

  test('all requests arrive within a check-then-set of 2 ms', async () => {
    let taken = false;
    let effects = 0;
    const server = await serveInTest((socket, request) => {
      if (!request.endsWith('}')) return;
      const wasTaken = taken;
      setTimeout(() => {
        if (!wasTaken) effects += 1;
        taken = true;
        socket.write(answerWith('ok'));
      }, 2);
    });
    await sendTogether(many(10, chat(server.origin)), testRun());
    expect(effects).toBeGreaterThanOrEqual(9);
  });

  test('a request without a body holds back the end of its head', async () => {
    const server = await serveInTest((socket, request) => {
      if (request.endsWith('\r\n\r\n')) socket.write(answerWith('gone'));
    });
    const request = read(server.origin, {
      method: 'DELETE',
      path: '/videos/v1',
      operation: 'video-cancel',
    });
    const exchanges = await sendTogether(many(3, request), testRun());
    expect(exchanges.map(({ answer: got }) => Buffer.from(got?.body ?? []).toString())).toEqual(
      many(3, 'gone'),
    );
    expect(server.received.map((sent) => sent.toString().split('\r\n')[0])).toEqual(
      many(3, 'DELETE /videos/v1 HTTP/1.1'),
    );
  });

  test('times run from the release of the last byte', async () => {
    let begunMs = 0;
    const server = await serveInTest((socket, request) => {
      if (begunMs === 0) begunMs = performance.now();
      if (request.endsWith('}')) socket.write(answerWith('ok'));
    });
    const run = { ...testRun(), now: () => performance.now() };
    const [exchange] = await sendTogether([chat(server.origin)], run);
    const { intendedMs = 0, sendMs = 0, firstByteMs = 0 } = exchange?.timing ?? {};
    expect(sendMs - begunMs).toBeGreaterThan(5);
    expect(firstByteMs).toBeGreaterThan(sendMs);
    expect(intendedMs).toBe(sendMs);
  });

  test('an early refusal is answered', async () => {
    const server = await serveInTest((socket) => {
      socket.end('HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno');
    });
    const exchanges = await sendTogether(many(3, chat(server.origin)), testRun());
    expect(exchanges.map(({ outcome, answer: got }) => [outcome, got?.status])).toEqual(
      many(3, ['answered', 401]),
    );
  });

  test.each([
    ['is closed at once', (socket: Socket) => socket.destroy(), 'reset'],
    ['is never answered', () => {}, 'timed-out'],
  ] as const)('one that %s is %s', async (_, behave, outcome) => {
    const server = await serveInTest((socket, request) => {
      if (request.endsWith('}')) behave(socket);
    });
    const exchanges = await sendTogether(
      many(2, chat(server.origin, { deadlineMs: 200 })),
      testRun(),
    );
    expect(exchanges.map((exchange) => exchange.outcome)).toEqual(many(2, outcome));
  });

  test('without a server all are refused', async () => {
    const exchanges = await sendTogether(many(3, chat(await closedOrigin())), testRun());
    expect(exchanges.map(({ outcome, failure }) => [outcome, failure])).toEqual(
      many(3, ['refused', 'ECONNREFUSED']),
    );
  });

  test('the end of the run cuts all', async () => {
    const server = await serveInTest(() => {});
    const run = new AbortController();
    const racing = sendTogether(many(3, chat(server.origin)), testRun(run.signal));
    setTimeout(() => run.abort(), 60);
    expect((await racing).map(({ outcome }) => outcome)).toEqual(many(3, 'cut-by-end'));
  });
});

test('request bytes: a chunked form is framed and ends with the zero chunk', () => {
  const content = wav(100_000);
  const payload = multipartPayload({
    boundary: 'b1',
    chunked: true,
    parts: [{ name: 'file', filename: 'a.wav', type: 'audio/wav', content }],
  });
  const bytes = Buffer.from(requestBytes(chat('http://127.0.0.1:1', { payload }))).toString(
    'latin1',
  );
  expect(bytes).toContain('transfer-encoding: chunked\r\n');
  expect(bytes).not.toContain('content-length');
  expect(bytes).toContain('\r\n10000\r\n');
  expect(bytes.endsWith('\r\n0\r\n\r\n')).toBe(true);
});
