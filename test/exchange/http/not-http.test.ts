import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { chat, KEY, testRun } from '../outgoing-request.ts';

async function send(serve: (socket: Socket) => unknown): Promise<Exchange> {
  const { origin } = await serveInTest(serve);
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  return await client.send(chat(origin, { deadlineMs: 2000 }));
}

const REST = 'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi';

const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\n';

const NO_HTTP: Readonly<Record<string, string | Buffer>> = {
  'a body without a head': '{"error":"down"}',
  'the banner of SSH': 'SSH-2.0-OpenSSH_9.9\r\n',
  'an HTTP/2 frame': Buffer.from('00000604000000000000030000006400000408', 'hex'),
  'a TLS alert': Buffer.of(0x15, 3, 3, 0, 2, 2, 40),
  'NUL bytes': Buffer.alloc(5000),
  'lines that end with LF': `HTTP/1.1 200 OK\n${REST.replaceAll('\r\n', '\n')}`,
  'the status 000': `HTTP/1.1 000 None\r\n${REST}`,
  'a word for a status': `HTTP/1.1 OK 200\r\n${REST}`,
  'a name with a space in it': `HTTP/1.1 200 OK\r\nX Header: 1\r\n${REST}`,
  'a name of other bytes': Buffer.from(`HTTP/1.1 200 OK\r\nX-\x80\xff: 1\r\n${REST}`, 'latin1'),
  'a header without a colon': `HTTP/1.1 200 OK\r\nnothing\r\n${REST}`,
  'a length and chunks': `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${REST}`,
  'a negative length': 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello',
  'another protocol': `${SWITCHED}Connection: upgrade\r\nUpgrade: other\r\n\r\nits bytes`,
  'another protocol without its name': `${SWITCHED}\r\n`,
  'two lengths': `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${REST}`,
};

describe('not HTTP', () => {
  test.each(Object.entries(NO_HTTP))('%s is reset, with its first bytes', async (_name, bytes) => {
    const exchange = await send((socket) => socket.write(bytes));
    expect(exchange).toMatchObject({ outcome: 'reset', failure: 'not HTTP/1.1' });
    expect(exchange).not.toHaveProperty('answer');
    const start = Buffer.from(bytes).toString('latin1').slice(0, 9);
    expect(unescaped(exchange.notHttp ?? '').slice(0, 9)).toBe(start);
    expect(exchange.notHttp?.length).toBeLessThanOrEqual(801);
    expect(exchange.notHttp).toMatch(/^[\x20-\x7e]*…?$/);
  });

  test('a chunk without a size is truncated, with the bytes at the mistake', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const exchange = await send((socket) => socket.write(`${head}2\r\nhi\r\nzz\r\n`));
    expect(exchange).toMatchObject({ outcome: 'truncated', failure: 'not HTTP/1.1' });
    expect(exchange.notHttp).toMatch(/^zz\\r\\n/);
    expect(Buffer.from(exchange.answer?.body ?? []).toString()).toBe('hi');
  });

  test('endless interim responses have the outcome reset, with the first of them', async () => {
    const exchange = await send((socket) => {
      const pour = (): void => {
        while (socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8)));
        socket.once('drain', pour);
      };
      pour();
    });
    expect(exchange).toMatchObject({
      outcome: 'reset',
      failure: 'interim responses (1xx) without an end',
    });
    expect(exchange.notHttp).toMatch(/^HTTP\/1\.1 103 Early Hints\\r\\n/);
  });

  test('a key in the bytes is replaced before they are cut', async () => {
    const exchange = await send((socket) => socket.write(`Bearer ${KEY}\r\n`.repeat(40)));
    expect(exchange.notHttp).not.toContain(KEY.slice(0, 12));
    expect(exchange.notHttp).toMatch(/^Bearer \[/);
  });

  test('a few interim responses and an answer are HTTP', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(20);
    const exchange = await send((socket) => socket.write(`${hints}HTTP/1.1 200 OK\r\n${REST}`));
    expect(exchange.outcome).toBe('answered');
    expect(exchange).not.toHaveProperty('notHttp');
  });

  test('an answer in pieces of one byte is HTTP', async () => {
    const exchange = await send(async (socket) => {
      for (const byte of `HTTP/1.1 200 OK\r\n${REST}`) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
    });
    expect(exchange.outcome).toBe('answered');
  });
});

function unescaped(text: string): string {
  return text
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replace(/\\x([0-9a-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
