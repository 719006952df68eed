import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createServer as createEncryptedServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { lookForLife } from '../../src/conformance/reachability.ts';
import { closedOrigin, tcpServer } from '../exchange/tcp-server.ts';

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port was bound');
  return bound.port;
}

/** Takes connections and says nothing. */
async function silent(): Promise<number> {
  return listening(createServer((socket) => void socket.on('error', () => {}).resume()));
}

test.each(['http', 'https'])(
  'sign of life: a target that says nothing is silent, by %s',
  async (by) => {
    expect(await lookForLife(new URL(`${by}://127.0.0.1:${await silent()}`))).toBe('silent');
  },
);

test('sign of life: any answer is one', async () => {
  const server = await tcpServer((socket) => void socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  onTestFinished(() => server.close());
  expect(await lookForLife(new URL(server.origin))).toBe('alive');
});

test('sign of life: an alert of TLS is one', async () => {
  // Without a certificate it can agree on nothing.
  const port = await listening(createEncryptedServer());
  expect(await lookForLife(new URL(`https://127.0.0.1:${port}`))).toBe('alive');
});

test('sign of life: where nobody listens there is none', async () => {
  expect(await lookForLife(new URL(await closedOrigin()))).toBe('refused');
});
