import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { CHAT, start } from './support/start.ts';
import { head, wire } from './support/wire.ts';

const BODY = JSON.stringify(CHAT);
const LENGTH = `Content-Length: ${Buffer.byteLength(BODY)}`;

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

test('transport: Expect: 100-continue gets a 100', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', LENGTH, 'Expect: 100-continue'));
  await socket.until(/^HTTP\/1.1 100 Continue/);
  socket.write(BODY);
  await socket.until(/HTTP\/1.1 200 OK/);
});

test('transport: a JSON body of 64 MiB returns 413, and the next request works', async () => {
  const gateway = await start();
  const body = `{"a":"${'x'.repeat(64 * 1024 * 1024)}"}`;
  const response = await gateway.ask('/chat/completions', {
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(413);
  expect((await gateway.ask('/chat/completions', { json: CHAT })).status).toBe(200);
});

test('transport: a header of 100 kB returns 431 with the wrapper', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', `X-Long: ${'x'.repeat(100_000)}`));
  await socket.until(/HTTP\/1.1 431 .*\r\n\r\n\{"error":\{"message":/s);
  await socket.closed();
});
