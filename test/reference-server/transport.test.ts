import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, readEvents, start } from './support/start.ts';
import { head, wire } from './support/wire.ts';

const BODY = JSON.stringify(CHAT);
const LENGTH = `Content-Length: ${Buffer.byteLength(BODY)}`;

test('transport: one body has a Content-Length that is its length', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', LENGTH, 'Connection: close') + BODY);
  await socket.closed();
  const [headers = '', body = ''] = socket.received().split('\r\n\r\n');
  expect(/content-length: (\d+)/i.exec(headers)?.[1]).toBe(String(body.length));
});

test('transport: a stream is chunked, ends each event with a blank line and closes the coding', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  const body = JSON.stringify({ ...CHAT, stream: true });
  socket.write(
    head(gateway, '/chat/completions', `Content-Length: ${Buffer.byteLength(body)}`) + body,
  );
  await socket.until(/data: \[DONE\]\n\n\r\n0\r\n\r\n$/);
  const received = socket.received();
  expect(received).toMatch(/transfer-encoding: chunked/i);
  expect(received).toMatch(/cache-control: no-cache/i);
  expect(received).not.toMatch(/content-encoding/i);
});

test('transport: after refusing a large body, the connection serves the next request', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  const large = 'x'.repeat(200_000);
  socket.write(head(gateway, '/nowhere', `Content-Length: ${large.length}`) + large);
  socket.write(head(gateway, '/chat/completions', LENGTH, 'Connection: close') + BODY);
  await socket.closed();
  const statuses = [...socket.received().matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(['404', '200']);
});

test('transport: a refusal comes before the body that it refuses is sent', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', 'Content-Length: 9999999'));
  await socket.until(/HTTP\/1.1 413 .*"error"/s);
});

test.each([
  ['announced by its length', 'Content-Length: 99999999999'],
  ['in one endless chunk', 'Transfer-Encoding: chunked'],
])('transport: at most about 80 MiB of a refused body %s are read', async (_, framing) => {
  const gateway = await start();
  const { port } = new URL(gateway.address);
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => {});
  client.write(head(gateway, '/nowhere', framing));
  if (framing.startsWith('Transfer')) client.write('ffffffff\r\n');
  const block = Buffer.alloc(1024 * 1024);
  let sentMiB = 0;
  while (!client.destroyed && sentMiB < 400) {
    sentMiB += 1;
    await new Promise((resolve) => {
      client.once('close', resolve);
      client.write(block, resolve);
    });
  }
  client.destroy();
  expect(sentMiB).toBeGreaterThan(75);
  expect(sentMiB).toBeLessThan(150);
});

test('transport: a chunked body and header names in any case are accepted', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  const chunked = head(gateway, '/chat/completions', 'tRaNsFeR-eNcOdInG: chunked').replace(
    'Authorization',
    'aUTHORIZATION',
  );
  socket.write(`${chunked}5\r\n${BODY.slice(0, 5)}\r\n`);
  const rest = BODY.slice(5);
  socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`);
  expect((await socket.until(/HTTP\/1.1 (\d+)/))[1]).toBe('200');
});

test('transport: Expect: 100-continue gets a 100', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', LENGTH, 'Expect: 100-continue'));
  await socket.until(/^HTTP\/1.1 100 Continue/);
  socket.write(BODY);
  await socket.until(/HTTP\/1.1 200 OK/);
});

test('transport: OPTIONS returns 204 with Allow', async () => {
  const gateway = await start();
  for (const path of ['/chat/completions', '/videos/video_1']) {
    const response = await gateway.ask(path, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toContain('OPTIONS');
  }
});

test('transport: 64 concurrent clients each get their own answer', async () => {
  const gateway = await start({ ttftMs: 5, itlMs: 1 });
  const ask = async (index: number) => {
    const content = `n${index}x${index * 7919}`;
    const stream = index % 2 === 0;
    const json = { model: 'ref-echo', messages: [{ role: 'user', content }], stream };
    const response = await gateway.ask('/chat/completions', { json });
    const text = stream
      ? (await readEvents(response))
          .map(({ data }) => dig(data, 'choices', 0, 'delta', 'content') ?? '')
          .join('')
      : dig(await response.json(), 'choices', 0, 'message', 'content');
    expect(text).toBe(content);
  };
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index)));
  }
});
