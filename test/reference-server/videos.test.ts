import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { type Started, start } from './support/start.ts';

const ASK = { model: 'ref-video', prompt: 'A boat.' };
const RANKS = ['queued', 'in_progress', 'completed'];

test('videos: a new job has every field of the interface', async () => {
  const gateway = await start();
  expect(await create(gateway)).toEqual({
    id: expect.stringMatching(/^video_/),
    object: 'video',
    status: 'queued',
    model: 'ref-video',
    progress: 0,
    created_at: expect.any(Number),
    completed_at: null,
    error: null,
    content_url: null,
  });
});

test('videos: a job goes from queued over in_progress to completed and never back', async () => {
  const gateway = await start({ videoMs: 200 });
  const created = await create(gateway);
  const views = [created];
  while (dig(views.at(-1), 'status') !== 'completed') {
    await sleep(5);
    views.push(await read(gateway, created));
  }
  const ranks = views.map((view) => RANKS.indexOf(String(dig(view, 'status'))));
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
  const progress = views.map((view) => Number(dig(view, 'progress')));
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  expect(progress.every((value) => Number.isInteger(value) && value <= 100)).toBe(true);
  const last = views.at(-1);
  expect(last).toMatchObject({ progress: 100, error: null });
  expect(Number(dig(last, 'completed_at'))).toBeGreaterThanOrEqual(Number(dig(last, 'created_at')));
  expect(dig(last, 'content_url')).toMatch(/^\/videos\/video_/);
  expect(views.slice(0, -1).every((view) => dig(view, 'content_url') === null)).toBe(true);
  expect(await read(gateway, created)).toEqual(last);
});

test('videos: ref-fail-video ends as failed with an error of four members', async () => {
  const gateway = await start({ videoMs: 20 });
  const created = await create(gateway, 'ref-fail-video');
  await sleep(40);
  expect(await read(gateway, created)).toMatchObject({
    status: 'failed',
    completed_at: null,
    content_url: null,
    error: { message: expect.any(String), type: 'server_error', param: null, code: 'model_failed' },
  });
});

test('videos: DELETE cancels permanently, and a second one returns the same job', async () => {
  const videoMs = 2000;
  const gateway = await start({ videoMs });
  const created = await create(gateway);
  await sleep(20);
  const cancelled = await remove(gateway, created);
  expect(dig(cancelled, 'status')).toBe('cancelled');
  expect(await remove(gateway, created)).toEqual(cancelled);
  await sleep(videoMs);
  expect(await read(gateway, created)).toEqual(cancelled);
});

test('videos: eight concurrent DELETEs leave one cancelled job', async () => {
  const gateway = await start();
  const created = await create(gateway);
  const bodies = await Promise.all(Array.from({ length: 8 }, () => remove(gateway, created)));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
});

test('videos: DELETE of a completed job leaves it as it is', async () => {
  const gateway = await start({ videoMs: 10 });
  const created = await create(gateway);
  await sleep(20);
  const completed = await read(gateway, created);
  expect(dig(completed, 'status')).toBe('completed');
  expect(await remove(gateway, created)).toEqual(completed);
  expect(await read(gateway, created)).toEqual(completed);
});

test('videos: a job of another tenant counts as unknown', async () => {
  const gateway = await start();
  const id = String(dig(await create(gateway), 'id'));
  const stranger = { key: gateway.keys[1] };
  for (const method of ['GET', 'DELETE']) {
    const answers = await Promise.all([
      gateway.ask(`/videos/${id}`, { method, ...stranger }),
      gateway.ask('/videos/video_unknown', { method, ...stranger }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(one).toBe(other);
  }
  expect(dig(await (await gateway.ask(`/videos/${id}`)).json(), 'status')).not.toBe('cancelled');
});

test.each(['x'.repeat(1000), '..%2f', ';', '%F0%9F%98%80', '%', '%00', 'a%2Fb'])(
  'videos: the id %s returns 404',
  async (id) => {
    const gateway = await start();
    for (const method of ['GET', 'DELETE']) {
      const response = await gateway.ask(`/videos/${id}`, { method });
      expect(response.status).toBe(404);
      expect(dig(await response.json(), 'error', 'code')).toBe('video_not_found');
    }
  },
);

test.each([
  ['model', { model: undefined }],
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: '' }],
  ['duration', { duration: '5' }],
  ['duration', { duration: 1.5 }],
  ['duration', { duration: 0 }],
  ['duration', { duration: -1 }],
])('videos: a request with a bad %s, %j, is refused without a job', async (param, change) => {
  const gateway = await start();
  const response = await gateway.ask('/videos', { json: { ...ASK, ...change } });
  expect(response.status).toBe(400);
  expect(dig(await response.json(), 'error', 'param')).toBe(param);
  expect(await gateway.effects()).toBe(0);
});

test('videos: only a completed job has content', async () => {
  const gateway = await start({ videoMs: 1500 });
  const created = await create(gateway);
  const path = `/videos/${dig(created, 'id')}/content`;
  expect((await gateway.ask(path)).status).toBe(404);
  await expect.poll(async () => dig(await read(gateway, created), 'status')).toBe('completed');
  const content = await gateway.ask(path);
  expect(content.headers.get('content-type')).toBe('video/mp4');
  expect((await content.arrayBuffer()).byteLength).toBeGreaterThan(0);
});

async function create(gateway: Started, model = 'ref-video'): Promise<unknown> {
  return await (await gateway.ask('/videos', { json: { ...ASK, model } })).json();
}

async function read(gateway: Started, created: unknown): Promise<unknown> {
  return await (await gateway.ask(`/videos/${dig(created, 'id')}`)).json();
}

async function remove(gateway: Started, created: unknown): Promise<unknown> {
  const response = await gateway.ask(`/videos/${dig(created, 'id')}`, { method: 'DELETE' });
  expect(response.status).toBe(200);
  return await response.json();
}
