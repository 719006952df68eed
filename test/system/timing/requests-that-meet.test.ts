import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sendTogether } from '../../../src/exchange/http/send-connected.ts';
import { chat, many, testRun } from '../../exchange/outgoing-request.ts';
import { stall } from '../../support/stall.ts';
import { serveInTest } from '../../support/tcp-server.ts';

test('together: no request is complete before the server has received a part of each', async () => {
  const begun = new Set<Socket>();
  const begunWhenWhole: number[] = [];
  const server = await serveInTest((socket, request) => {
    // As on a busy machine: the time for the rest passes before it has been read.
    if (begun.size === 0) stall(60);
    begun.add(socket);
    if (!request.endsWith('}')) return;
    begunWhenWhole.push(begun.size);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  const exchanges = await sendTogether(many(10, chat(server.origin)), testRun());
  expect(exchanges.map(({ outcome }) => outcome)).toEqual(many(10, 'answered'));
  expect(exchanges.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [...Array(10).keys()].map((n) => n + 1),
  );
  expect(begunWhenWhole).toEqual(many(10, 10));
});
