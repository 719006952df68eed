import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BodyBudget } from '../../../src/exchange/body-budget.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { SeenSecrets } from '../../../src/load/watching/seen-secrets.ts';
import { TrafficRecorder } from '../../../src/load/watching/traffic-recorder.ts';
import { WatchedConnection } from '../../../src/load/watching/watched-connection.ts';

async function listen(accept: (socket: Socket) => void): Promise<string> {
  const server = createServer(accept);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return `http://127.0.0.1:${address.port}`;
}

test('watched connection: a request counts as sent when it was read, however long its recording takes', async () => {
  let nowMs = 100;
  const origin = await listen((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const recorder = new TrafficRecorder({
    target: { origin, basePath: '' },
    secrets: new SeenSecrets({ header: 'authorization', scheme: 'Bearer' }),
    bodies: new BodyBudget(1024 * 1024),
    now: () => nowMs,
    onExchange: resolve,
    // The process is busy while it records.
    waiting: () => {
      nowMs += 50;
      return 0;
    },
  });
  const watched: WatchedConnection[] = [];
  onTestFinished(() => {
    for (const connection of watched) connection.close();
  });
  const watching = await listen((client) => {
    const side = { origin, basePath: '', admits: () => true };
    watched.push(new WatchedConnection(client, side, recorder, () => {}));
  });
  await fetch(`${watching}/videos/v1`, { headers: { authorization: 'Bearer a-key-of-a-client' } });
  const { timing } = await promise;
  expect(timing).toMatchObject({ sendMs: 100, firstByteMs: 150 });
});
