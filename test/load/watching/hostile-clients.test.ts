import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BodyBudget } from '../../../src/exchange/body-budget.ts';
import { LIMITS } from '../../../src/input/limits.ts';
import { TrafficRecorder } from '../../../src/load/watching/traffic-recorder.ts';
import { WatchedBody } from '../../../src/load/watching/watched-body.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import {
  connectClients,
  exchangeBytes,
  recorderTo,
  watchReference,
  watchServer,
} from './support.ts';

const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';

test.each(['//', 'http://[', '/%ZZ?%ZZ=%ZZ&key=%', '*'])(
  'a request for %j passes, and other clients are judged as before',
  async (path) => {
    const { address, send, stop } = await watchReference();
    const odd = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await exchangeBytes(address, odd, 12)).toMatch(/^HTTP\/1\.1 /);
    await send('/models', { method: 'GET' });
    expect((await stop()).result.exchanges).toBe(2);
  },
);

test('an error while a connection is observed ends the observation, and both sides still get each byte', async () => {
  const gateway = await serveInTest((socket, request) => {
    if (request.endsWith('\r\n\r\n')) socket.write(ANSWER);
  });
  const recorder = recorderTo(gateway.origin, {}, Failing);
  const address = await connectClients(gateway.origin, recorder);
  const requests = 'GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n';
  expect(await exchangeBytes(address, requests, ANSWER.length)).toBe(ANSWER);
  expect(gateway.received.map(String)).toEqual([requests]);
  expect(recorder.unread).toBe(2);
});

test('an error while a request is judged leaves the report to the others', async () => {
  let judged = 0;
  const record = () => {
    judged += 1;
    if (judged === 1) throw new TypeError('a defect');
  };
  const { send, stop } = await watchReference({}, { observer: { record } });
  for (let sent = 0; sent < 2; sent += 1) await send('/chat/completions', { body: {} });
  const watched = await stop();
  expect(watched.unread).toBe(1);
  expect(watched.result.judgedExchanges).toBe(1);
});

test('requests that a silent gateway does not answer are recorded up to a limit, and the rest only passed on', async () => {
  const { address, gateway, stop } = await watchServer(() => {});
  const count = 4 * LIMITS.watchedPipelined.value;
  const requests = 'GET / HTTP/1.1\r\n\r\n'.repeat(count);
  const client = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
  });
  client.write(requests);
  await vi.waitFor(() => expect(gateway.received[0]?.length).toBe(requests.length));
  const { result, unread } = await stop();
  expect(result.exchanges).toBe(0);
  expect(unread).toBe(count);
});

test('a request that waits behind too many unjudged ones is not recorded', () => {
  const waiting = () => LIMITS.watchedRequests.value - 1;
  const recorder = recorderTo('http://127.0.0.1:1', { waiting });
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
  const { address, send, stop } = await watchReference();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const odd = `GET / HTTP/1.1\r\nHost: localhost\r\n${head.join('')}Connection: close\r\n\r\n`;
  expect(await exchangeBytes(address, odd, 12)).toMatch(/^HTTP\/1\.1 /);
  await send('/models', { method: 'GET' });
  const { result, unread } = await stop();
  expect([unread, result.exchanges]).toEqual([unrecorded, 2 - unrecorded]);
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
  const { address, gateway, stop } = await watchServer((socket) => socket.write(ANSWER));
  const request = `GET /models HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const refusal = await exchangeBytes(address, request.repeat(2), 10_000);
  expect(refusal).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  expect(refusal).toMatch(/the Host header names another one: .*--host\.\n$/);
  expect(gateway.received.map(String).join('')).toBe('');
  expect(await stop()).toMatchObject({ unread: 0, result: { exchanges: 0 } });
});

test.each([
  ['localhost', '127.0.0.1'],
  ['LOCALHOST:8080', '127.0.0.1'],
  ['127.0.0.1:1', '127.0.0.1'],
  ['[::1]:8080', '127.0.0.1'],
  // Other machines can connect.
  ['assay.example', '0.0.0.0'],
])('a request whose Host is %s passes where Assay listens on %s', async (named, host) => {
  const { address } = await watchServer((socket) => socket.write(ANSWER), { host });
  const request = `GET /models HTTP/1.1\r\nHost: ${named}\r\n\r\n`;
  expect(await exchangeBytes(address, request, ANSWER.length)).toBe(ANSWER);
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
