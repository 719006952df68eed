import { setTimeout as sleep } from 'node:timers/promises';
import { dig } from '../support/dig.ts';
import type { Started } from '../support/start.ts';
import { note, type Tour } from './tour.ts';

const ASK = { model: 'ref-video', prompt: 'A boat.' };
const SLOW = { model: 'ref-slow' };
const COURSE = ['queued', 'in_progress', 'completed'];

/** For jobs of 200 ms. */
export const tourVideos: Tour = async (gateway) => [
  await create(gateway, {}),
  await note(gateway, '/videos', { json: { ...ASK, duration: '5' } }),
  await note(gateway, '/videos/video_unknown'),
  await Promise.all([
    follow(gateway),
    fail(gateway),
    cancel(gateway),
    cancelTogether(gateway),
    cancelCompleted(gateway),
    contentsDiffer(gateway),
    cancelLate(gateway),
  ]),
];

async function create(gateway: Started, change: object): Promise<unknown> {
  return await (await gateway.ask('/videos', { json: { ...ASK, ...change } })).json();
}

async function read(gateway: Started, job: unknown): Promise<unknown> {
  return await (await gateway.ask(`/videos/${dig(job, 'id')}`)).json();
}

/** Status, type and status of the body of a DELETE. */
async function remove(gateway: Started, job: unknown): Promise<readonly unknown[]> {
  const [status, type, , , text] = await note(gateway, `/videos/${dig(job, 'id')}`, {
    method: 'DELETE',
  });
  return [status, type, status === 200 ? dig(JSON.parse(String(text)), 'status') : text];
}

/** How a job goes: what holds in every view, and the last one. */
async function follow(gateway: Started, tries = 5): Promise<unknown> {
  const job = await create(gateway, {});
  const stranger = { key: gateway.keys[1] };
  const views: unknown[] = [job, await read(gateway, job)];
  const [strangers] = await note(gateway, `/videos/${dig(job, 'id')}`, stranger);
  for (let count = 0; count < 16; count += 1) {
    await sleep(15);
    views.push(await read(gateway, job));
  }
  // On a busy machine no read may meet the job while it runs.
  const isRunning = (view: unknown) => dig(view, 'status') === 'in_progress';
  if (tries > 1 && !views.some(isRunning)) return await follow(gateway, tries - 1);
  const progress = views.map((view) => Number(dig(view, 'progress')));
  const statuses = views.map((view) => dig(view, 'status'));
  const running = views.filter((view) => dig(view, 'status') !== 'completed');
  const [, , , , , caching] = await note(gateway, `/videos/${dig(job, 'id')}`);
  const [keyless] = await note(gateway, `/videos/${dig(job, 'id')}/content`, { key: null });
  return {
    caching,
    keyless,
    strangers,
    others: statuses.filter((status) => !COURSE.includes(String(status))),
    inOrder: isRising(statuses.map((status) => COURSE.indexOf(String(status)))),
    integers: progress.every(Number.isInteger),
    rising: isRising(progress),
    early: running.some((view) => typeof dig(view, 'content_url') === 'string'),
    last: views.at(-1),
  };
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, index) => value >= (values[index - 1] ?? value));
}

async function fail(gateway: Started): Promise<unknown> {
  const job = await create(gateway, { model: 'ref-fail-video' });
  await sleep(250);
  return dig(await read(gateway, job), 'error');
}

/** Two cancels of a job that still runs: on a busy machine the first may come too late. */
async function cancel(gateway: Started): Promise<unknown> {
  let job: unknown;
  let first: readonly unknown[] = [];
  for (let tries = 0; tries < 5 && (tries === 0 || first.at(-1) === 'completed'); tries += 1) {
    job = await create(gateway, SLOW);
    first = await remove(gateway, job);
  }
  const answers = [first, await remove(gateway, job)];
  const statuses = new Set<unknown>();
  for (let count = 0; count < 6; count += 1) statuses.add(dig(await read(gateway, job), 'status'));
  return [answers, [...statuses]];
}

async function cancelTogether(gateway: Started): Promise<unknown> {
  const job = await create(gateway, SLOW);
  return await Promise.all(Array.from({ length: 4 }, () => remove(gateway, job)));
}

async function cancelCompleted(gateway: Started): Promise<unknown> {
  const job = await create(gateway, {});
  await sleep(250);
  return await remove(gateway, job);
}

/** Whether two jobs have a content each. */
async function contentsDiffer(gateway: Started): Promise<boolean> {
  const jobs = [await create(gateway, {}), await create(gateway, {})];
  await sleep(250);
  const [first, second] = await Promise.all(jobs.map((job) => read(gateway, job)));
  return dig(first, 'content_url') !== dig(second, 'content_url');
}

/** Whether a DELETE shortly before the end says what the job comes to. */
async function cancelLate(gateway: Started): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    const job = await create(gateway, {});
    let view: unknown = job;
    for (let reads = 0; reads < 30 && Number(dig(view, 'progress')) < 65; reads += 1) {
      await sleep(10);
      view = await read(gateway, job);
    }
    const [, , said] = await remove(gateway, job);
    // On a busy machine it may come too late.
    if (said === 'completed') continue;
    await sleep(100);
    return dig(await read(gateway, job), 'status') === said;
  }
  return true;
}
