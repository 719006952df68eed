import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { type AskInit, audioForm, CHAT, readEvents, type Started, start } from './support/start.ts';
import { FORM, file, form, MODEL_PART, upload } from './support/upload.ts';

const RESPONSES = { model: 'ref-responses', input: 'Tell me more.' };
const SLOW = { model: 'ref-slow', messages: [{ role: 'user', content: 'Tell me more.' }] };
const VIDEO = { model: 'ref-video', prompt: 'A boat.' };

const POSTS: readonly (readonly [string, () => AskInit])[] = [
  ['/chat/completions', () => ({ json: CHAT })],
  ['/responses', () => ({ json: RESPONSES })],
  ['/images/generations', () => ({ json: { model: 'ref-image', prompt: 'A boat.', size: '8x8' } })],
  ['/audio/transcriptions', () => ({ body: audioForm() })],
  ['/videos', () => ({ json: VIDEO })],
];

test.each(POSTS)('idempotency: a retry of %s replays with one effect', async (path, ask) => {
  const gateway = await start();
  const bodies: unknown[] = [];
  for (let count = 0; count < 4; count += 1) {
    const response = await gateway.ask(path, { ...ask(), idempotencyKey: 'k' });
    expect(response.status).toBe(200);
    bodies.push(await response.json());
  }
  expect(bodies).toEqual(bodies.map(() => bodies[0]));
  expect(await gateway.effects()).toBe(1);
  expect(await effectsOf(gateway, 'k')).toBe(1);
});

test.each(POSTS)(
  'idempotency: two requests to %s without a key have two effects',
  async (path, ask) => {
    const gateway = await start();
    for (let count = 0; count < 2; count += 1) {
      expect((await gateway.ask(path, ask())).status).toBe(200);
    }
    expect(await gateway.effects()).toBe(2);
  },
);

test.each(POSTS)('idempotency: ten concurrent retries of %s are one effect', async (path, ask) => {
  const gateway = await start({ ttftMs: 10, itlMs: 2 });
  const sent = Array.from({ length: 10 }, () =>
    gateway.ask(path, { ...ask(), idempotencyKey: 'k' }),
  );
  const answers = await Promise.all(sent);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).not.toEqual([]);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: with idem-check-then-set ten concurrent retries have more than one effect', async () => {
  const gateway = await start({ ttftMs: 10, faults: ['idem-check-then-set'] });
  const ask = () => gateway.ask('/chat/completions', { json: CHAT, idempotencyKey: 'k' });
  await Promise.all(Array.from({ length: 10 }, ask));
  const effects = await gateway.effects();
  expect(effects).toBeGreaterThan(1);
  await ask();
  expect(await gateway.effects()).toBe(effects);
});

test('idempotency: a retry in flight returns 409 with Retry-After', async () => {
  const gateway = await start();
  const first = gateway.ask('/chat/completions', { json: SLOW, idempotencyKey: 'k' });
  await sleep(50);
  const second = await gateway.ask('/chat/completions', { json: SLOW, idempotencyKey: 'k' });
  expect(second.status).toBe(409);
  expect(second.headers.get('retry-after')).toBe('1');
  expect(dig(await second.json(), 'error', 'code')).toBe('idempotency_in_flight');
  expect((await first).status).toBe(200);
});

test('idempotency: another body returns 422, and the first is still replayed', async () => {
  const gateway = await start();
  const ask = (json: object) => gateway.ask('/chat/completions', { json, idempotencyKey: 'k' });
  const first: unknown = await (await ask(CHAT)).json();
  for (const other of [
    { ...CHAT, temperature: 1 },
    { ...CHAT, stream: true },
  ]) {
    const refused = await ask(other);
    expect(refused.status).toBe(422);
    expect(dig(await refused.json(), 'error', 'code')).toBe('idempotency_key_reused');
  }
  expect(await (await ask(CHAT)).json()).toEqual(first);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: the same JSON in another spelling is the same request', async () => {
  const gateway = await start();
  const { model, messages } = CHAT;
  const first: unknown = await (
    await gateway.ask('/chat/completions', { json: { model, messages }, idempotencyKey: 'k' })
  ).json();
  const again = await gateway.ask('/chat/completions', {
    body: JSON.stringify({ messages, model }, null, 2),
    headers: { 'content-type': 'application/json' },
    idempotencyKey: 'k',
  });
  expect(await again.json()).toEqual(first);
});

test('idempotency: the same form with another boundary and order is the same request', async () => {
  const gateway = await start();
  const parts = [MODEL_PART, file('sound')];
  const body = form(...parts);
  const other = form(...parts.toReversed())
    .toString('latin1')
    .replaceAll('boundary', 'other');
  const send = (sent: { contentType: string; body: Buffer[] }) =>
    upload(gateway, { ...sent, idempotencyKey: 'k' });
  const first = await send({ contentType: FORM, body: [body] });
  const again = await send({
    contentType: FORM.replace('=boundary', '=other'),
    body: [Buffer.from(other, 'latin1')],
  });
  expect(again).toEqual(first);
  expect(first.status).toBe(200);
  const changed = await send({ contentType: FORM, body: [form(MODEL_PART, file('noise'))] });
  expect(changed.status).toBe(422);
});

test.each([
  ['chat', '/chat/completions', CHAT],
  ['responses', '/responses', RESPONSES],
])('idempotency: a finished %s stream is replayed as the same stream', async (_, path, json) => {
  const gateway = await start();
  const ask = async () =>
    await readEvents(
      await gateway.ask(path, { json: { ...json, stream: true }, idempotencyKey: 'k' }),
    );
  const first = await ask();
  expect(first.length).toBeGreaterThan(5);
  expect(await ask()).toEqual(first);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: an abandoned stream continues, and its retry returns one whole result', async () => {
  const gateway = await start();
  const json = { ...SLOW, stream: true };
  const id = await abandon(gateway, json);
  const meanwhile = await gateway.ask('/chat/completions', { json, idempotencyKey: 'k' });
  expect(meanwhile.status).toBe(409);
  await sleep(700);
  const retried = await gateway.ask('/chat/completions', { json, idempotencyKey: 'k' });
  const events = await readEvents(retried);
  expect(events.at(-1)?.data).toBe('[DONE]');
  expect(dig(events[0]?.data, 'id')).toBe(id);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: an abandoned body continues and its retry returns it', async () => {
  const gateway = await start();
  const left = gateway.ask('/chat/completions', {
    json: SLOW,
    idempotencyKey: 'k',
    signal: AbortSignal.timeout(50),
  });
  await expect(left).rejects.toThrow();
  await sleep(350);
  expect(await gateway.effects()).toBe(1);
  const retried = await gateway.ask('/chat/completions', { json: SLOW, idempotencyKey: 'k' });
  expect(retried.status).toBe(200);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: without a key an abandoned request stops and is not an effect', async () => {
  // Longer than this process is ever kept from leaving it.
  const gateway = await start({ tokens: 15, itlMs: 100 });
  await abandon(gateway, { ...CHAT, stream: true }, null);
  await expect.poll(() => inFlight(gateway)).toBe(0);
  await sleep(1600);
  expect(await gateway.effects()).toBe(0);
});

test('idempotency: a refusal and a failure release the key', async () => {
  const gateway = await start();
  const ask = (json: object) => gateway.ask('/chat/completions', { json, idempotencyKey: 'k' });
  expect((await ask({ ...CHAT, messages: [] })).status).toBe(400);
  expect((await ask({ ...CHAT, model: 'ref-fail' })).status).toBe(500);
  expect((await ask({ ...CHAT, model: 'ref-fail' })).status).toBe(500);
  await readEvents(await ask({ ...CHAT, model: 'ref-fail-mid', stream: true }));
  expect((await ask(CHAT)).status).toBe(200);
  expect(await gateway.effects()).toBe(1);
});

test('idempotency: keys of another tenant or endpoint are separate', async () => {
  const gateway = await start();
  const ids = new Set<unknown>();
  for (const key of gateway.keys) {
    const init = { json: CHAT, key, idempotencyKey: 'k' };
    ids.add(dig(await (await gateway.ask('/chat/completions', init)).json(), 'id'));
  }
  const init = { json: RESPONSES, idempotencyKey: 'k' };
  ids.add(dig(await (await gateway.ask('/responses', init)).json(), 'id'));
  expect(ids.size).toBe(3);
  expect(await effectsOf(gateway, 'k')).toBe(3);
});

test('idempotency: nothing is replayed to a wrong key', async () => {
  const gateway = await start();
  await gateway.ask('/chat/completions', { json: CHAT, idempotencyKey: 'k' });
  for (const key of [null, 'ref_live_0']) {
    const init = { json: CHAT, key, idempotencyKey: 'k' };
    expect((await gateway.ask('/chat/completions', init)).status).toBe(401);
  }
});

test('idempotency: a retry of a cancelled job returns the same job', async () => {
  const gateway = await start();
  const ask = () => gateway.ask('/videos', { json: VIDEO, idempotencyKey: 'k' });
  const first: unknown = await (await ask()).json();
  await gateway.ask(`/videos/${dig(first, 'id')}`, { method: 'DELETE' });
  expect(await (await ask()).json()).toEqual(first);
});

test.each([
  ['1 character', 'k', 200],
  ['255 characters', 'k'.repeat(255), 200],
  ['256 characters', 'k'.repeat(256), 400],
  ['no character', '', 400],
  ['only spaces', '   ', 400],
])('idempotency: a key of %s returns the right status', async (_, idempotencyKey, status) => {
  const gateway = await start();
  for (const [path, ask] of POSTS) {
    expect((await gateway.ask(path, { ...ask(), idempotencyKey })).status).toBe(status);
  }
  expect(await gateway.effects()).toBe(status === 200 ? POSTS.length : 0);
});

/** Leaves a stream after its first bytes; answers the id that it had. */
async function abandon(
  gateway: Started,
  json: object,
  idempotencyKey: string | null = 'k',
): Promise<string> {
  const leaving = new AbortController();
  const response = await gateway.ask('/chat/completions', {
    json,
    signal: leaving.signal,
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
  });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  leaving.abort();
  await sleep(20);
  return /"id":"([^"]+)"/.exec(Buffer.from(value ?? []).toString())?.[1] ?? '';
}

async function effectsOf({ address }: Started, key: string): Promise<number> {
  const body = JSON.stringify({ keys: [key] });
  const response = await fetch(`${address}/__effects`, { method: 'POST', body });
  return Number(dig(await response.json(), 'effects', key));
}

async function inFlight({ address }: Started): Promise<number> {
  return Number(dig(await (await fetch(`${address}/__in-flight`)).json(), 'inFlight'));
}
