import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { sendInOrder, sendTogether } from '../../../src/exchange/http/send-connected.ts';
import type { Outgoing } from '../../../src/exchange/outgoing.ts';
import { bytesPayload, textPayload } from '../../../src/exchange/payload.ts';
import { forwardProxy } from '../../support/network/forward-proxy.ts';
import { http2Server } from '../../support/network/http2-server.ts';
import { closedOrigin, serveInTest } from '../../support/tcp-server.ts';
import { chat, many, read, testRun } from '../outgoing-request.ts';

const HTTP2 = { access: { ...NO_ACCESS, http2: true } } as const;

function newClient(signal?: AbortSignal): HttpClient {
  const client = new HttpClient(testRun(signal));
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ answer }: Exchange) => Buffer.from(answer?.body ?? []).toString();
const ask = (origin: string, path: string, change: Partial<Outgoing> = {}) =>
  chat(origin, { ...HTTP2, path, ...change });

/** What each path answers. */
const serving = () =>
  http2Server((stream, path, headers) => {
    const head = { ':status': 200, 'content-type': 'text/plain' };
    switch (path) {
      case '/headers':
        return stream.respond(head) ?? stream.end(JSON.stringify(headers));
      case '/size':
        return (async () => {
          let size = 0;
          for await (const piece of stream) size += piece.length;
          stream.respond(head);
          stream.end(`${size}`);
        })();
      case '/early':
        stream.respond({ ':status': 413 });
        return stream.end('no');
      case '/slowly':
        stream.respond(head);
        stream.write('a');
        return setTimeout(() => stream.write('b') && stream.end('c'), 40);
      case '/reset':
        return stream.destroy(new Error('broken'));
      case '/cut':
        stream.respond(head);
        stream.write('a');
        return setTimeout(() => stream.destroy(), 20);
      case '/break':
        stream.respond(head);
        stream.write('a');
        return setTimeout(() => stream.session?.socket.destroy(), 20);
      case '/goaway':
        stream.respond(head);
        stream.write('a');
        return setTimeout(() => stream.session?.goaway(0xb), 20);
      case '/last':
        stream.session?.goaway(0);
        stream.respond(head);
        return setTimeout(() => stream.end('whole'), 20);
      case '/large':
        stream.respond(head);
        return stream.end(Buffer.alloc(300_000, 'a'));
      case '/hang':
        return undefined;
      default:
        stream.respond(head);
        return stream.end('hi');
    }
  });

describe('client over HTTP/2', () => {
  test('sends all requests over one connection, and records what came', async () => {
    const { origin, sessions } = await serving();
    const client = newClient();
    const exchanges = await Promise.all(
      ['/a', '/b', '/c'].map((path) => client.send(ask(origin, path))),
    );
    exchanges.push(await client.send(read(origin, HTTP2)));
    expect(sessions).toHaveLength(1);
    for (const exchange of exchanges) {
      expect(exchange).toMatchObject({
        outcome: 'answered',
        answer: { httpVersion: '2', status: 200, sizeBytes: 2 },
      });
      expect(exchange.answer?.headers).toContainEqual(['content-type', 'text/plain']);
      expect(textOf(exchange)).toBe('hi');
      expect(exchange).not.toHaveProperty('failure');
    }
  });

  test('sends names in lower case, and no header of a connection', async () => {
    const { origin } = await serving();
    const exchange = await newClient().send(
      ask(origin, '/headers', {
        capitals: true,
        headers: [
          ['connection', 'close'],
          ['x-a', '1'],
        ],
        payload: textPayload('{}', 'application/json', true),
      }),
    );
    const sent = JSON.parse(textOf(exchange));
    expect(sent).toMatchObject({
      ':authority': new URL(origin).host,
      ':method': 'POST',
      'content-type': 'application/json',
      authorization: 'Bearer [API key 1]',
      'x-a': '1',
    });
    for (const name of ['connection', 'transfer-encoding', 'content-length', 'host']) {
      expect(sent).not.toHaveProperty(name);
      expect(exchange.request.headers.map(([each]) => each)).not.toContain(name);
    }
  });

  test('has a read for each arrival, and one for the frames of one arrival', async () => {
    const { origin } = await serving();
    const { answer } = await newClient().send(ask(origin, '/slowly'));
    expect(answer?.reads.map(({ endOffset }) => endOffset)).toEqual([1, 3]);
    const [first, second] = answer?.reads ?? [];
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(30);
  });

  test('sends an empty body and values with spaces as they mean', async () => {
    const { origin } = await serving();
    const client = newClient();
    const payload = textPayload('', 'application/json');
    expect(textOf(await client.send(ask(origin, '/size', { payload })))).toBe('0');
    const [deleted] = await sendTogether([ask(origin, '/size', { payload })], testRun());
    expect(deleted && textOf(deleted)).toBe('0');
    const spaced = await client.send(ask(origin, '/headers', { headers: [['x-a', '  ']] }));
    expect(JSON.parse(textOf(spaced))).toMatchObject({ 'x-a': '' });
  });

  test('writes a large body as the target takes it', async () => {
    const { origin } = await serving();
    const payload = bytesPayload(many(64, Buffer.alloc(64 * 1024)), 'application/octet-stream');
    const exchange = await newClient().send(ask(origin, '/size', { payload }));
    expect(textOf(exchange)).toBe(`${4 * 1024 * 1024}`);
  });

  test('takes an answer that comes before the whole request', async () => {
    const { origin } = await serving();
    const payload = bytesPayload(many(64, Buffer.alloc(64 * 1024)), 'application/octet-stream');
    const exchange = await newClient().send(ask(origin, '/early', { payload }));
    expect([exchange.outcome, exchange.answer?.status, textOf(exchange)]).toEqual([
      'answered',
      413,
      'no',
    ]);
  });

  test('reads no faster than it is to', async () => {
    const { origin } = await serving();
    const exchange = await newClient().send(
      ask(origin, '/large', { readBytesPerSecond: 1_000_000 }),
    );
    expect([exchange.outcome, exchange.answer?.sizeBytes]).toEqual(['answered', 300_000]);
    expect(exchange.timing.endMs - exchange.timing.sendMs).toBeGreaterThan(200);
  });

  test.each([
    ['/reset', 'reset', 'the stream was reset: INTERNAL_ERROR'],
    ['/cut', 'truncated', 'the stream was reset: NO_ERROR'],
    ['/break', 'truncated', 'the target sent GOAWAY: NO_ERROR'],
    ['/goaway', 'truncated', 'the target sent GOAWAY: ENHANCE_YOUR_CALM'],
  ])('%s is %s, with the reason in words', async (path, outcome, failure) => {
    const { origin } = await serving();
    const client = newClient();
    expect(await client.send(ask(origin, path))).toMatchObject({ outcome, failure });
    expect(await client.send(ask(origin, '/'))).toMatchObject({ outcome: 'answered' });
  });

  test('a disconnect and a deadline end the stream, and not the connection', async () => {
    const { origin, sessions } = await serving();
    const client = newClient();
    const outcomes = await Promise.all([
      client.send(ask(origin, '/hang', { disconnectAfterMs: 30 })),
      client.send(ask(origin, '/hang', { deadlineMs: 30 })),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['aborted', 'timed-out']);
    expect(await client.send(ask(origin, '/'))).toMatchObject({ outcome: 'answered' });
    expect(sessions).toHaveLength(1);
  });

  test('the end of the run cuts what is in flight', async () => {
    const { origin } = await serving();
    const ending = new AbortController();
    const sent = newClient(ending.signal).send(ask(origin, '/hang'));
    await sleep(50);
    ending.abort();
    expect(await sent).toMatchObject({ outcome: 'cut-by-end' });
  });

  test('after GOAWAY a request is answered to its end, and the next one has a new connection', async () => {
    const { origin, sessions } = await serving();
    const client = newClient();
    const [last, after] = await Promise.all([
      client.send(ask(origin, '/last')),
      sleep(10).then(() => client.send(ask(origin, '/'))),
    ]);
    expect([textOf(last), textOf(after)]).toEqual(['whole', 'hi']);
    expect(sessions).toHaveLength(2);
  });

  test('goes through a proxy by CONNECT', async () => {
    const { origin } = await serving();
    const proxy = await forwardProxy({ to: new URL(origin).host });
    const access = { ...HTTP2.access, proxy: { url: `http://${proxy.host}`, from: 'HTTP_PROXY' } };
    const to = 'http://gateway.test';
    expect(textOf(await newClient().send(ask(to, '/', { access })))).toBe('hi');
    expect(proxy.asked).toEqual(['CONNECT gateway.test:80']);
  });

  test.each<[string, string, (socket: import('node:net').Socket) => unknown]>([
    [
      'HTTP/1.1',
      'reset',
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    ],
    ['other bytes', 'reset', (socket) => socket.write('220 mail.example ready\r\n'.repeat(9))],
    ['nothing', 'timed-out', () => {}],
    ['the end', 'reset', (socket) => socket.end()],
    [
      'SETTINGS alone',
      'timed-out',
      (socket) => socket.write(Buffer.from('000000040000000000', 'hex')),
    ],
  ])('a server that answers with %s is %s', async (_, outcome, serve) => {
    const server = await serveInTest(serve);
    const exchange = await newClient().send(ask(server.origin, '/', { deadlineMs: 300 }));
    expect(exchange).toMatchObject({ outcome });
    expect(exchange.answer).toBeUndefined();
    expect(`${exchange.failure}`).not.toContain('ERR_');
  });

  test('a server that does not listen refuses', async () => {
    const origin = await closedOrigin();
    expect(await newClient().send(ask(origin, '/'))).toMatchObject({
      outcome: 'refused',
      failure: 'ECONNREFUSED',
    });
  });

  test('requests together meet on one connection; those in order follow each other', async () => {
    const { origin, sessions } = await serving();
    const together = await sendTogether(many(3, ask(origin, '/size')), testRun());
    expect(together.map(textOf)).toEqual(['13', '13', '13']);
    expect(sessions).toHaveLength(1);
    const inOrder = await sendInOrder(
      ['/', '/reset', '/', '/break', '/'].map((path) => ask(origin, path)),
      testRun(),
    );
    expect(inOrder.map(({ outcome, onSameConnection }) => [outcome, onSameConnection])).toEqual([
      ['answered', undefined],
      ['reset', true],
      ['answered', true],
      ['truncated', true],
    ]);
  });
});
