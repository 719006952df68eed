import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BodyBudget } from '../../../src/exchange/body-budget.ts';
import { LIMITS } from '../../../src/input/limits.ts';
import { SeenSecrets } from '../../../src/load/watching/seen-secrets.ts';
import { TrafficRecorder } from '../../../src/load/watching/traffic-recorder.ts';
import { WatchedBody } from '../../../src/load/watching/watched-body.ts';
import { WatchedConnection } from '../../../src/load/watching/watched-connection.ts';
import { start } from '../../reference-server/support/start.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { exchangeBytes, watchGateway } from './support.ts';

const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';

test.each(['//', 'http://[', '/%ZZ?%ZZ=%ZZ&key=%', '*'])(
  'a request for %j passes, and other clients are judged as before',
  async (path) => {
    const gateway = await start();
    const watching = await watchGateway(gateway.address);
    const odd = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await exchangeBytes(watching.address, odd, 12)).toMatch(/^HTTP\/1\.1 /);
    const headers = { authorization: `Bearer ${gateway.keys[0]}` };
    await (await fetch(`${watching.address}/models`, { headers })).text();
    expect((await watching.stop()).result.exchanges).toBe(2);
  },
);

test('an error while a connection is observed ends the observation, and both sides still get each byte', async () => {
  const gateway = await serveInTest((socket, request) => {
    if (request.endsWith('\r\n\r\n')) socket.write(ANSWER);
  });
  const recorder = new Failing({
    target: { origin: gateway.origin, basePath: '' },
    secrets: new SeenSecrets(null),
    bodies: new BodyBudget(1),
    now: () => 0,
    onExchange: () => {},
    waiting: () => 0,
  });
  const side = { origin: gateway.origin, basePath: '', admits: () => true };
  const front = createServer({ allowHalfOpen: true }, (client) => {
    const connection = new WatchedConnection(client, side, recorder, () => {});
    onTestFinished(() => connection.close());
  });
  onTestFinished(() => {
    front.close();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const requests = 'GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n';
  expect(await exchangeBytes(`http://127.0.0.1:${port}`, requests, ANSWER.length)).toBe(ANSWER);
  expect(gateway.received.map(String)).toEqual([requests]);
  expect(recorder.unread).toBe(2);
});

test('an error while a request is judged leaves the report to the others', async () => {
  const gateway = await start();
  let judged = 0;
  const watching = await watchGateway(gateway.address, {
    observer: {
      record() {
        judged += 1;
        if (judged === 1) throw new TypeError('a defect');
      },
    },
  });
  const headers = { authorization: `Bearer ${gateway.keys[0]}` };
  for (let sent = 0; sent < 2; sent += 1) {
    const request = { method: 'POST', headers, body: '{}' };
    await (await fetch(`${watching.address}/chat/completions`, request)).text();
  }
  const watched = await watching.stop();
  expect(watched.unread).toBe(1);
  expect(watched.result.judgedExchanges).toBe(1);
});

test('requests that a silent gateway does not answer are recorded up to a limit, and the rest only passed on', async () => {
  const gateway = await serveInTest(() => {});
  const watching = await watchGateway(gateway.origin);
  const count = 4 * LIMITS.watchedPipelined.value;
  const requests = 'GET / HTTP/1.1\r\n\r\n'.repeat(count);
  const client = connect(Number(new URL(watching.address).port), '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
  });
  client.write(requests);
  await vi.waitFor(() => expect(gateway.received[0]?.length).toBe(requests.length));
  const { result, unread } = await watching.stop();
  expect(result.exchanges).toBe(0);
  expect(unread).toBe(count);
});

test('a request that waits behind too many unjudged ones is not recorded', () => {
  const recorder = new TrafficRecorder({
    target: { origin: 'http://127.0.0.1:1', basePath: '' },
    secrets: new SeenSecrets(null),
    bodies: new BodyBudget(1),
    now: () => 0,
    onExchange: () => {},
    waiting: () => LIMITS.watchedRequests.value - 1,
  });
  const head = { method: 'GET', path: '/', headers: [], lines: [] };
  expect(recorder.request(head)).toBeDefined();
  expect(recorder.request(head)).toBeUndefined();
});

const VARIED = Array.from({ length: 999 }, (_, at) => (at * 7919).toString(36))
  .join('')
  .slice(0, 4000);

test.each([
  ['a key of 60 KB', { authorization: `Bearer ${'k3Y'.repeat(20_000)}` }, 1],
  ['15 keys of 4 KB', keys(15, VARIED), 0],
  ['300 short keys', keys(300, 'k3Y'.repeat(4)), 1],
])('%s: other clients are judged as before', async (_, headers, unrecorded) => {
  const gateway = await start();
  const watching = await watchGateway(gateway.address);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const odd = `GET / HTTP/1.1\r\nHost: localhost\r\n${head.join('')}Connection: close\r\n\r\n`;
  expect(await exchangeBytes(watching.address, odd, 12)).toMatch(/^HTTP\/1\.1 /);
  const ordinary = { headers: { authorization: `Bearer ${gateway.keys[0]}` } };
  await (await fetch(`${watching.address}/models`, ordinary)).text();
  const { result, unread } = await watching.stop();
  expect({ unread, exchanges: result.exchanges }).toEqual({
    unread: unrecorded,
    exchanges: 2 - unrecorded,
  });
});

test('a JSON body that is nested too deep is not read, so that parsing it stalls no client', async () => {
  const body = new WatchedBody(new BodyBudget(LIMITS.probeBodies.value));
  const deep = Buffer.alloc(2 ** 20, '[');
  body.add(deep);
  const head = { method: 'POST', path: '/', headers: [], lines: [] };
  const recorded = await body.record(head);
  expect(recorded).toMatchObject({ kind: 'text', sizeBytes: deep.length });
  expect(recorded.kind === 'text' && recorded.text.length).toBe(LIMITS.keptBodyBytes.value);
});

test.each([
  'evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '',
])('a request whose Host is %j is refused while only this machine can connect', async (host) => {
  const gateway = await serveInTest((socket) => socket.write(ANSWER));
  const watching = await watchGateway(gateway.origin);
  const request = `GET /models HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const refusal = await exchangeBytes(watching.address, request.repeat(2), 10_000);
  expect(refusal).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  expect(refusal).toMatch(/the Host header names another one: .*--host\.\n$/);
  expect(gateway.received.map(String).join('')).toBe('');
  expect(await watching.stop()).toMatchObject({ unread: 0, result: { exchanges: 0 } });
});

test.each(['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:8080'])(
  'a request whose Host is %s passes',
  async (host) => {
    const gateway = await serveInTest((socket) => socket.write(ANSWER));
    const watching = await watchGateway(gateway.origin);
    const request = `GET /models HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    expect(await exchangeBytes(watching.address, request, ANSWER.length)).toBe(ANSWER);
  },
);

test('where other machines can connect, a request passes whatever its Host is', async () => {
  const gateway = await serveInTest((socket) => socket.write(ANSWER));
  const watching = await watchGateway(gateway.origin, { host: '0.0.0.0' });
  const request = 'GET /models HTTP/1.1\r\nHost: assay.example\r\n\r\n';
  expect(await exchangeBytes(watching.address, request, ANSWER.length)).toBe(ANSWER);
});

function keys(count: number, key: string): Readonly<Record<string, string>> {
  const all = Array.from({ length: count }, (_, at) => [`x-${at}-key`, `${at}${key}`]);
  return Object.fromEntries(all);
}

class Failing extends TrafficRecorder {
  override request(): never {
    throw new TypeError('a defect');
  }
}
