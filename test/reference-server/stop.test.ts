import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, readEvents, type Started, start } from './support/start.ts';

test('stop: a stream in flight reaches its end, and no new connection is accepted', async () => {
  const gateway = await start({ ttftMs: 1000, itlMs: 20 });
  const response = gateway.ask('/chat/completions', { json: { ...CHAT, stream: true } });
  await expect.poll(() => inFlight(gateway)).toBe(1);
  const stopped = gateway.close();
  await expect(gateway.ask('/videos/video_1')).rejects.toThrow();
  expect((await readEvents(await response)).at(-1)?.data).toBe('[DONE]');
  await stopped;
});

test('stop: a request that takes longer than the grace period is cut', async () => {
  const gateway = await start({ ttftMs: 60_000 });
  const response = gateway.ask('/chat/completions', { json: CHAT });
  await sleep(50);
  const startMs = performance.now();
  const cut = expect(response).rejects.toThrow();
  await gateway.close(100);
  await cut;
  expect(performance.now() - startMs).toBeLessThan(5000);
});

test('stop: two gateways in one process share nothing', async () => {
  const [one, other] = [await start(), await start()];
  await one.ask('/chat/completions', { json: CHAT });
  expect(await one.effects()).toBe(1);
  expect(await other.effects()).toBe(0);
  expect((await other.ask('/chat/completions', { json: CHAT, key: one.keys[0] })).status).toBe(401);
});

async function inFlight({ address }: Started): Promise<unknown> {
  return dig(await (await fetch(`${address}/__in-flight`)).json(), 'inFlight');
}
