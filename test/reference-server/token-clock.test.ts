import { expect, test } from 'vitest';
import { TokenClock } from '../../reference-server/state/token-clock.ts';
import { dig } from './support/dig.ts';
import { CHAT, start } from './support/start.ts';

test('token clock: figures cover all kept streams, by nearest rank', () => {
  const clock = new TokenClock();
  for (let stream = 1; stream <= 10; stream += 1) {
    const { emittedMs } = clock.start(`s${stream}`, 100);
    emittedMs.push(100 + stream, 105 + stream, 115 + stream);
  }
  expect(clock.figures()).toEqual({
    streams: 10,
    ttftMs: { p50: 5, p90: 9, p95: 10, p99: 10, max: 10 },
    itlMs: { p50: 5, p90: 10, p95: 10, p99: 10, max: 10 },
  });
});

test('token clock: the oldest streams are dropped first', () => {
  const clock = new TokenClock(2);
  for (const id of ['a', 'b', 'c']) clock.start(id, 0).emittedMs.push(1);
  expect(clock.of('a')).toBeUndefined();
  expect(clock.of('c')).toEqual({ receivedMs: 0, emittedMs: [1] });
  expect(clock.figures().streams).toBe(3);
});

test('token clock: a stream has the time of each of its tokens, until the clock is reset', async () => {
  const gateway = await start({ ttftMs: 5, itlMs: 2, tokens: 6 });
  const response = await gateway.ask('/chat/completions', { json: { ...CHAT, stream: true } });
  const id = /"id":"([^"]+)"/.exec(await response.text())?.[1];
  const of = async (query: string) =>
    await (await fetch(`${gateway.address}/__clock${query}`)).json();
  const emission: unknown = await of(`?id=${id}`);
  expect(dig(emission, 'emittedNs')).toHaveLength(6);
  expect(Number(dig(emission, 'emittedNs', 0))).toBeGreaterThan(
    Number(dig(emission, 'receivedNs')) + 4e6,
  );
  expect(dig(await of('?id=unknown'), 'error', 'code')).toBe('unknown_id');
  const reset = await fetch(`${gateway.address}/__clock/reset`, { method: 'POST' });
  expect(reset.status).toBe(204);
  expect(await of('')).toEqual({ streams: 0, ttftMs: null, itlMs: null });
});

test('inspection: health is readable without a key', async () => {
  const gateway = await start();
  const response = await fetch(`${gateway.address}/healthz`);
  expect(await response.json()).toMatchObject({ status: 'ok' });
});

test('inspection: effects are counted in total and for each key', async () => {
  const gateway = await start();
  for (const idempotencyKey of ['one', 'one', 'two']) {
    await gateway.ask('/chat/completions', { json: CHAT, idempotencyKey });
  }
  const body = JSON.stringify({ keys: ['one', 'three'] });
  const answer = await fetch(`${gateway.address}/__effects`, { method: 'POST', body });
  expect(await answer.json()).toEqual({ effects: { one: 1, three: 0 } });
  expect(await gateway.effects()).toBe(2);
});
