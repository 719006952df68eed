import { describe, expect, test } from 'vitest';
import { sendInOrder } from '../../../src/exchange/http/send-connected.ts';
import { stall } from '../../support/stall.ts';
import { closedOrigin, serveInTest } from '../../support/tcp-server.ts';
import { chat, KEY, read, testRun } from '../outgoing-request.ts';

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

  test('a body that breaks off is truncated', async () => {
    const server = await serveInTest((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}');
    });
    const [exchange] = await sendInOrder([chat(server.origin)], testRun());
    expect(exchange?.outcome).toBe('truncated');
  });

  test('a gateway that answers nothing is timed out at the deadline', async () => {
    const server = await serveInTest(() => {});
    const [exchange] = await sendInOrder([chat(server.origin, { deadlineMs: 50 })], testRun());
    expect(exchange?.outcome).toBe('timed-out');
  });

  test('a refused connection has the outcome refused', async () => {
    const [exchange] = await sendInOrder([chat(await closedOrigin())], testRun());
    expect(exchange).toMatchObject({ outcome: 'refused', failure: 'ECONNREFUSED' });
  });

  test('the end of the run cuts the requests in flight', async () => {
    const ending = new AbortController();
    const server = await serveInTest(() => ending.abort());
    const [exchange] = await sendInOrder([chat(server.origin)], testRun(ending.signal));
    expect(exchange?.outcome).toBe('cut-by-end');
  });

  test('a key in an answer is replaced', async () => {
    const server = await serveInTest((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${KEY.length}\r\n\r\n${KEY}`);
    });
    const [exchange] = await sendInOrder([chat(server.origin)], testRun());
    expect(Buffer.from(exchange?.answer?.body ?? []).toString()).toBe('[API key 1]');
  });
});
