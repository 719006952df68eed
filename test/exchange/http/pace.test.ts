import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Deadline } from '../../../src/exchange/http/deadline.ts';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { bytesPayload } from '../../../src/exchange/payload.ts';
import { stall } from '../../support/stall.ts';
import { serveInTest, tcpServer } from '../../support/tcp-server.ts';
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
  const client = new HttpClient(testRun());
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
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  const exchange = await client.send(chat(server.origin, { readBytesPerSecond: 20 * MIB }));
  expect(exchange.answer?.sizeBytes).toBe(SIZE);
  expect(exchange.timing.endMs - exchange.timing.sendMs).toBeGreaterThan(350);
});

test('read pace: a reader without a rate reads at once, and its exchange states none', async () => {
  const server = await serving();
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  const { answer, timing } = await client.send(chat(server.origin));
  expect(answer?.sizeBytes).toBe(SIZE);
  expect(timing).not.toHaveProperty('readBytesPerSecond');
});

const PIECE_BYTES = 10_000;
const PIECES = 4;
const GAP_MS = 50;

/** Sends a request to a server that answers when it has read it whole. */
async function reading() {
  const server = await tcpServer((socket, received) => {
    const body = received.slice(received.indexOf('\r\n\r\n') + 4);
    if (body.length < PIECES * PIECE_BYTES) return;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
  onTestFinished(() => server.close());
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  const payload = bytesPayload(
    Array.from({ length: PIECES }, () => Buffer.alloc(PIECE_BYTES, 'x')),
    'text/plain',
  );
  const send = (writeBytesPerSecond?: number) =>
    client.send(
      chat(server.origin, {
        payload,
        ...(writeBytesPerSecond !== undefined && { writeBytesPerSecond }),
      }),
    );
  return { send };
}

test('write pace: a slow sender writes its pieces over the time of its rate, and its exchange states it', async () => {
  const { send } = await reading();
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => {
    process.off('warning', note);
  });
  const { outcome, request, timing } = await send((PIECE_BYTES * 1000) / GAP_MS);
  expect(outcome).toBe('answered');
  expect(request.writeBytesPerSecond).toBe(200_000);
  expect(timing.endMs - timing.sendMs).toBeGreaterThan((PIECES - 1) * GAP_MS - 5);
  expect(warnings).toEqual([]);
});

test('write pace: a sender without a rate states none', async () => {
  const { send } = await reading();
  const { outcome, request } = await send();
  expect(outcome).toBe('answered');
  expect(request).not.toHaveProperty('writeBytesPerSecond');
});

test('write pace: a slow sender stops when the gateway closes the connection', async () => {
  const server = await serveInTest((socket) => socket.destroy());
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  const slow = { writeBytesPerSecond: 1, deadlineMs: 60_000 };
  const payload = bytesPayload([Buffer.alloc(8), Buffer.alloc(8)], 'text/plain');
  const { outcome } = await client.send(chat(server.origin, { payload, ...slow }));
  expect(outcome).not.toBe('answered');
});

test('write pace: a sender without a rate stops writing when it is answered', async () => {
  const server = await serveInTest((socket) => {
    if (socket.bytesWritten > 0) return;
    socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n');
  });
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  const pieces = Array.from({ length: 16 }, () => Buffer.alloc(64 * 1024));
  const { outcome, answer } = await client.send(
    chat(server.origin, { payload: bytesPayload(pieces, 'text/plain') }),
  );
  expect([outcome, answer?.status]).toEqual(['answered', 413]);
  await wait(50); // what was written has arrived
  expect(Buffer.concat(server.received).length).toBeLessThan(10 * 64 * 1024);
});

/** Resolves when the deadline has passed, to the time that it took. */
function passed(durationMs: number): Promise<number> {
  const startMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const deadline = new Deadline(durationMs, () => resolve(performance.now() - startMs));
  return promise.finally(() => deadline.clear());
}

test('deadline: it passes when its time is over', async () => {
  expect(await passed(60)).toBeGreaterThanOrEqual(55);
});

test('deadline: time in which the event loop was blocked does not count', async () => {
  const late = passed(400);
  await wait(1);
  stall(600);
  expect(await late).toBeGreaterThan(900);
});

test('deadline: one that was cleared never passes', async () => {
  let isLate = false;
  const deadline = new Deadline(20, () => {
    isLate = true;
  });
  deadline.clear();
  await wait(60);
  expect(isLate).toBe(false);
});
