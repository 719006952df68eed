import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, start } from './support/start.ts';

const ENDPOINTS = [
  ['POST', '/chat/completions'],
  ['POST', '/responses'],
  ['POST', '/images/generations'],
  ['POST', '/audio/transcriptions'],
  ['POST', '/videos'],
  ['GET', '/videos/video_1'],
  ['DELETE', '/videos/video_1'],
  ['GET', '/nowhere'],
] as const;

test.each(ENDPOINTS)('authentication: %s %s without a key is 401', async (method, path) => {
  const gateway = await start();
  const response = await gateway.ask(path, { method, key: null });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  expect(dig(await response.json(), 'error', 'code')).toBe('invalid_api_key');
});

test.each([
  ['one character changed', (key: string) => `Bearer ${key.slice(0, -1)}x`],
  ['one character cut', (key: string) => `Bearer ${key.slice(0, -1)}`],
  ['one character more', (key: string) => `Bearer ${key}0`],
  ['upper case', (key: string) => `Bearer ${key.toUpperCase()}`],
  ['no scheme', (key: string) => key],
  ['another scheme', (key: string) => `Token ${key}`],
  ['no key', () => 'Bearer '],
  ['two keys', (key: string) => `Bearer ${key} ${key}`],
])('authentication: a key with %s returns 401', async (_, authorization) => {
  const gateway = await start();
  const headers = { authorization: authorization(gateway.keys[0]) };
  const response = await gateway.ask('/chat/completions', { key: null, headers, json: CHAT });
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain(gateway.keys[0].slice(9, 21));
});

test.each(['bearer ', 'BEARER ', 'Bearer   '])(
  'authentication: the scheme "%s" is accepted',
  async (scheme) => {
    const gateway = await start();
    const headers = { authorization: scheme + gateway.keys[0] };
    const response = await gateway.ask('/chat/completions', { key: null, headers, json: CHAT });
    expect(response.status).toBe(200);
  },
);

test('authentication: a key in the query returns 401', async () => {
  const gateway = await start();
  const path = `/chat/completions?api_key=${gateway.keys[0]}`;
  expect((await gateway.ask(path, { key: null, json: CHAT })).status).toBe(401);
});

test('authentication: it is checked before the body and the job', async () => {
  const gateway = await start();
  const created = await gateway.ask('/videos', { json: { model: 'ref-video', prompt: 'x' } });
  const id = String(dig(await created.json(), 'id'));
  const refused = await Promise.all([
    gateway.ask('/chat/completions', { key: 'ref_live_0', body: '{', headers: JSON_TYPE }),
    gateway.ask(`/videos/${id}`, { key: 'ref_live_0' }),
    gateway.ask('/videos/video_unknown', { key: 'ref_live_0' }),
  ]);
  const bodies = await Promise.all(refused.map((response) => response.text()));
  expect(new Set(bodies).size).toBe(1);
});

test('authentication: the keys are random of the form ref_live_<32 hex>', async () => {
  const [one, other] = [await start(), await start()];
  for (const key of [...one.keys, ...other.keys]) expect(key).toMatch(/^ref_live_[0-9a-f]{32}$/);
  expect(new Set([...one.keys, ...other.keys]).size).toBe(4);
});

const JSON_TYPE = { 'content-type': 'application/json' };
