import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { bytesPayload } from '../../../src/exchange/payload.ts';
import { serveInTest, tcpServer } from '../../support/tcp-server.ts';
import { chat, testRun } from '../outgoing-request.ts';

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
  const client = new HttpClient(server.origin, testRun());
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
  const client = new HttpClient(server.origin, testRun());
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
  const client = new HttpClient(server.origin, testRun());
  onTestFinished(() => client.close());
  const pieces = Array.from({ length: 16 }, () => Buffer.alloc(64 * 1024));
  const { outcome, answer } = await client.send(
    chat(server.origin, { payload: bytesPayload(pieces, 'text/plain') }),
  );
  expect([outcome, answer?.status]).toEqual(['answered', 413]);
  await wait(50); // what was written has arrived
  expect(Buffer.concat(server.received).length).toBeLessThan(10 * 64 * 1024);
});
