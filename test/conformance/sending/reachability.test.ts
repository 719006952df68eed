import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createServer as createEncryptedServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { checkLiveness, type Liveness } from '../../../src/conformance/sending/liveness.ts';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { http2Server } from '../../support/network/http2-server.ts';
import { closedOrigin, tcpServer } from '../../support/tcp-server.ts';

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Takes connections and says nothing. */
async function silent(): Promise<number> {
  return listening(createServer((socket) => void socket.on('error', () => {}).resume()));
}

const PATIENCE = { deadlineMs: 600, secondTryMs: 300, refusedMs: 400 };

function look(address: string): Promise<Liveness> {
  return checkLiveness({ address, key: 'k_live_1234567' }, undefined, PATIENCE);
}

const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';

/** Handles each request by its request line. */
async function serving(onRequest: Parameters<typeof tcpServer>[0]): Promise<string> {
  const server = await tcpServer(onRequest);
  onTestFinished(() => server.close());
  return server.origin;
}

test.each(['http', 'https'])(
  'liveness: a target that sends nothing is silent, by %s',
  async (by) => {
    expect(await look(`${by}://127.0.0.1:${await silent()}`)).toBe('silent');
  },
);

test('liveness: a gateway of HTTP/2 is alive when it answers the start of a connection', async () => {
  const access = { ...NO_ACCESS, http2: true as const };
  const looked = (address: string) => checkLiveness({ address, access }, undefined, PATIENCE);
  const { origin } = await http2Server(() => {});
  expect(await looked(origin)).toBe('alive');
  expect(await looked(`http://127.0.0.1:${await silent()}`)).toBe('silent');
  expect(await looked(await closedOrigin())).toBe('refused');
});

test('liveness: a gateway that answers anything is alive', async () => {
  expect(await look(await serving((socket) => void socket.end(NOT_FOUND)))).toBe('alive');
});

test('liveness: a gateway that was busy and then answers is alive', async () => {
  const busyUntilMs = performance.now() + 450;
  const address = await serving((socket) => {
    setTimeout(() => socket.end(NOT_FOUND), busyUntilMs - performance.now());
  });
  expect(await look(address)).toBe('alive');
});

test('liveness: a gateway that stalls on HEAD and answers an ordinary request is alive', async () => {
  const asked: string[] = [];
  const address = await serving((socket, request) => {
    asked.push(request);
    if (request.startsWith('GET')) socket.end(NOT_FOUND);
  });
  expect(await look(`${address}/v1/`)).toBe('alive');
  const [line, , key] = asked.find((each) => each.startsWith('GET'))?.split('\r\n') ?? [];
  expect(line).toBe('GET /v1/videos/assay-sign-of-life HTTP/1.1');
  expect(key).toBe('Authorization: Bearer k_live_1234567');
});

test('liveness: a gateway that closes every connection and still listens is alive', async () => {
  expect(await look(await serving((socket) => void socket.resetAndDestroy()))).toBe('alive');
});

test('liveness: a gateway that listens again after a moment is alive', async () => {
  const address = await closedOrigin();
  const sign = look(address);
  const again = createServer((socket) => void socket.on('error', () => {}).end(NOT_FOUND));
  onTestFinished(() => void again.close());
  setTimeout(() => again.listen(Number(new URL(address).port), '127.0.0.1'), 200);
  expect(await sign).toBe('alive');
});

test('liveness: a gateway that sends a TLS alert is alive', async () => {
  // Without a certificate it can agree on nothing.
  expect(await look(`https://127.0.0.1:${await listening(createEncryptedServer())}`)).toBe('alive');
});

test('liveness: an address without a listener refuses', async () => {
  expect(await look(await closedOrigin())).toBe('refused');
});
