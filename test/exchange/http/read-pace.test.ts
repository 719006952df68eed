import { expect, onTestFinished, test } from 'vitest';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { chat, testRun } from '../outgoing-request.ts';

const MIB = 1024 * 1024;
const SIZE = 8 * MIB;
const HEAD = `HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: ${SIZE}\r\n\r\n`;
/** More than one read of Node. */
const READ_BYTES = 64 * 1024;

function serving() {
  return serveInTest((socket) => {
    socket.write(HEAD);
    socket.write(Buffer.alloc(SIZE, 'x'));
  });
}

test('read pace: what a slow reader does not read stays with the gateway', async () => {
  const server = await serving();
  const client = new HttpClient(server.origin, testRun());
  onTestFinished(() => client.close());
  const slow = { readBytesPerSecond: 2 * READ_BYTES, disconnectAfterMs: 400 };
  const { answer, outcome, timing } = await client.send(chat(server.origin, slow));
  expect(outcome).toBe('aborted');
  expect(timing.readBytesPerSecond).toBe(2 * READ_BYTES);
  expect(answer?.sizeBytes).toBeGreaterThan(0);
  expect(answer?.sizeBytes).toBeLessThanOrEqual(3 * READ_BYTES);
});

test('read pace: a slow reader reads a whole answer in the time of its rate', async () => {
  const server = await serving();
  const client = new HttpClient(server.origin, testRun());
  onTestFinished(() => client.close());
  const exchange = await client.send(chat(server.origin, { readBytesPerSecond: 20 * MIB }));
  expect(exchange.answer?.sizeBytes).toBe(SIZE);
  expect(exchange.timing.endMs - exchange.timing.sendMs).toBeGreaterThan(350);
});

test('read pace: a reader without a rate reads at once, and its exchange states none', async () => {
  const server = await serving();
  const client = new HttpClient(server.origin, testRun());
  onTestFinished(() => client.close());
  const { answer, timing } = await client.send(chat(server.origin));
  expect(answer?.sizeBytes).toBe(SIZE);
  expect(timing).not.toHaveProperty('readBytesPerSecond');
});
