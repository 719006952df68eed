import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { LiveServer } from '../../../src/commands/live/live-server.ts';
import { knowOnlyKeysOf } from '../../../src/commands/terminal/secrets.ts';
import { SetupError } from '../../../src/input/setup-error.ts';

async function opened(): Promise<LiveServer> {
  const live = await LiveServer.open(0);
  onTestFinished(() => live.close());
  return live;
}

async function asked({ address }: LiveServer, options: RequestOptions): Promise<IncomingMessage> {
  const sent = request(address, options).end();
  onTestFinished(() => void sent.destroy());
  const [answer] = await once(sent, 'response');
  return answer;
}

/** The events of a reader. */
async function* eventsOf(live: LiveServer) {
  const input = await asked(live, { path: '/events' });
  for await (const line of createInterface({ input })) {
    if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length));
  }
}

/** A reader that reads nothing. */
async function stalled({ address }: LiveServer): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
}

test.each<[number, RequestOptions]>([
  [403, { headers: { host: 'gateway.example' } }],
  [403, { headers: { host: '127.0.0.1.example:80' } }],
  [403, { path: '/events', headers: { 'sec-fetch-site': 'cross-site' } }],
  [405, { method: 'POST' }],
  [404, { path: '/report.json' }],
  [404, { path: '/../etc/passwd' }],
  [200, { headers: { host: 'localhost:9999' } }],
])('live page: status %d for %j', async (status, options) => {
  expect((await asked(await opened(), options)).statusCode).toBe(status);
});

test('live page: nothing on it comes from elsewhere, and no other page may show it', async () => {
  const answer = await asked(await opened(), {});
  expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  const page = (await answer.setEncoding('utf8').toArray()).join('');
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page.match(/(?:src|href)="[^#]/)).toBeNull();
});

test('live page: a ninth page is refused until one is closed', async () => {
  const live = await opened();
  const events = { path: '/events' };
  const readers = await Promise.all(Array.from({ length: 8 }, () => asked(live, events)));
  expect(readers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect((await asked(live, events)).statusCode).toBe(503);
  readers[0]?.destroy();
  await expect.poll(async () => (await asked(live, events)).statusCode).toBe(200);
});

test('live page: a page that comes late has all so far, then what is new', async () => {
  const live = await opened();
  live.send({ lines: ['Load: chat'] });
  live.send({ failed: ['chat-id-present (chat): no id'], now: '1/2 probes' });
  const events = eventsOf(live);
  expect((await events.next()).value).toEqual({
    isFirst: true,
    lines: ['Load: chat'],
    failed: ['chat-id-present (chat): no id'],
    now: '1/2 probes',
  });
  live.send({ lines: ['Load: ended'] });
  expect((await events.next()).value).toMatchObject({ lines: ['Load: ended'] });
});

test('live page: it keeps the newest of many lines', async () => {
  const live = await opened();
  for (let at = 0; at < 1000; at += 1) live.send({ lines: [`line ${at} ${'x'.repeat(9999)}`] });
  const { lines } = (await eventsOf(live).next()).value;
  expect(lines).toHaveLength(300);
  expect(lines.at(-1)).toMatch(/^line 999 x+… \(10008 characters in all\)$/);
});

test('live page: no event has a key, nor a piece of one', async () => {
  const key = 'sk-live-0123456789abcdef';
  knowOnlyKeysOf({ ASSAY_API_KEY: key });
  onTestFinished(() => knowOnlyKeysOf({}));
  const live = await opened();
  live.send({ lines: [key, `${'x'.repeat(390)}${key}`], now: key });
  const event = JSON.stringify((await eventsOf(live).next()).value);
  expect(event).not.toMatch(/sk-live/);
});

test('live page: a reader that stalls is dropped, the others are not', async () => {
  const live = await opened();
  const events = eventsOf(live);
  await events.next();
  for (let place = 2; place <= 8; place += 1) await stalled(live);
  await expect.poll(async () => (await asked(live, { path: '/events' })).statusCode).toBe(503);
  const lines = Array.from({ length: 100 }, () => 'x'.repeat(400));
  for (let sent = 0; sent < 500; sent += 1) {
    live.send({ lines });
    expect((await events.next()).value.lines).toHaveLength(100);
  }
  await expect.poll(async () => (await asked(live, { path: '/events' })).statusCode).toBe(200);
});

test('live page: it closes with its readers, also with one that stalls', async () => {
  const live = await LiveServer.open(0);
  await stalled(live);
  const events = eventsOf(live);
  await events.next();
  await live.close();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  await expect(fetch(live.address)).rejects.toThrow();
});

test('live page: a port in use is a mistake of the setup, with the remedy', async () => {
  const { address } = await opened();
  const { port } = new URL(address);
  const opening = LiveServer.open(Number(port));
  await expect(opening).rejects.toThrow(SetupError);
  await expect(opening).rejects.toThrow(
    `The port is already in use: 127.0.0.1:${port}. Choose another one with --live.`,
  );
});
