import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from '../../reference-server/support/dig.ts';
import { CHAT, type Started, start } from '../../reference-server/support/start.ts';

test('capacity: it equals slots / service time', async () => {
  const gateway = await start({ slots: 4, serviceTimeMs: 100 });
  const startMs = performance.now();
  const statuses = await Promise.all(Array.from({ length: 60 }, () => chat(gateway)));
  const elapsedMs = performance.now() - startMs;
  expect(new Set(statuses)).toEqual(new Set([200]));
  const perSecond = 60 / (elapsedMs / 1000);
  expect(perSecond).toBeGreaterThan(0.8 * (4 / 0.1));
  expect(perSecond).toBeLessThan(1.01 * (4 / 0.1));
});

test('capacity: a stream holds its slot for the service time', async () => {
  const gateway = await start({ slots: 1, serviceTimeMs: 100 });
  const startMs = performance.now();
  await chat(gateway, true);
  await chat(gateway, true);
  expect(performance.now() - startMs).toBeGreaterThan(99);
});

test('capacity: requests with a slot and in the queue are in flight until they end', async () => {
  const gateway = await start({ slots: 2, serviceTimeMs: 60 });
  const chats = Array.from({ length: 5 }, () => chat(gateway));
  await sleep(30);
  expect(await inFlight(gateway)).toBe(5);
  await Promise.all(chats);
  await sleep(5);
  expect(await inFlight(gateway)).toBe(0);
});

test('capacity: a client that disconnects frees its slot or its place in the queue', async () => {
  const gateway = await start({ slots: 1, ttftMs: 5000 });
  const leaving = new AbortController();
  const left = [chat(gateway, true, leaving.signal), chat(gateway, true, leaving.signal)];
  await sleep(50);
  expect(await inFlight(gateway)).toBe(2);
  leaving.abort();
  await Promise.allSettled(left);
  await expect.poll(() => inFlight(gateway), { interval: 5 }).toBe(0);
});

test('capacity: polls and cancels of videos do not take a slot', async () => {
  const gateway = await start({ slots: 1, serviceTimeMs: 300 });
  const json = { model: 'ref-video', prompt: 'A boat.' };
  const id = dig(await (await gateway.ask('/videos', { json })).json(), 'id');
  const busy = chat(gateway);
  await sleep(10);
  const startMs = performance.now();
  expect((await gateway.ask(`/videos/${id}`)).status).toBe(200);
  expect(performance.now() - startMs).toBeLessThan(100);
  await busy;
});

async function chat(gateway: Started, stream = false, signal?: AbortSignal): Promise<number> {
  const init = { json: { ...CHAT, stream }, ...(signal === undefined ? {} : { signal }) };
  const response = await gateway.ask('/chat/completions', init);
  await response.text();
  return response.status;
}

async function inFlight({ address }: Started): Promise<number> {
  return Number(dig(await (await fetch(`${address}/__in-flight`)).json(), 'inFlight'));
}
