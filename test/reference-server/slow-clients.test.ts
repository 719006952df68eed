import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { type Started, start } from './support/start.ts';

const VIDEO = { model: 'ref-video', prompt: 'A boat.' };

/** The answers to three reads of a job, the first of which comes when it should have ended. */
async function lateReads(gateway: Started): Promise<readonly (readonly [number, unknown])[]> {
  const job = await (await gateway.ask('/videos', { json: VIDEO })).json();
  await sleep(310);
  const reads: (readonly [number, unknown])[] = [];
  for (let count = 0; count < 3; count += 1) {
    const read = await gateway.ask(`/videos/${dig(job, 'id')}`);
    reads.push([read.status, await read.json()]);
  }
  return reads;
}

test('slow clients: one that reads a job late sees its progress drop', async () => {
  const reads = await lateReads(await start({ videoMs: 1, faults: ['vid-progress-drops'] }));
  expect(reads.map(([, job]) => dig(job, 'progress'))).toEqual([99, 99, 89]);
});

test('slow clients: one that reads a job late sees it queued again', async () => {
  const reads = await lateReads(await start({ videoMs: 1, faults: ['vid-status-regress'] }));
  expect(reads.map(([, job]) => dig(job, 'status'))).toEqual([
    'in_progress',
    'in_progress',
    'queued',
  ]);
});

test('slow clients: one that reads a new job late does not find it', async () => {
  const reads = await lateReads(await start({ faults: ['vid-read-after-write-404'] }));
  expect(reads.map(([status]) => status)).toEqual([404, 200, 200]);
});

test('slow clients: chats that arrive slowly and meet are swapped', async () => {
  const gateway = await start({ ttftMs: 1000, faults: ['tp-swap-bodies'] });
  const some = Array.from({ length: 10 }, (_, at) => hasOwnAnswer(gateway, `early${at}`));
  await sleep(200);
  const others = Array.from({ length: 10 }, (_, at) => hasOwnAnswer(gateway, `late${at}`));
  expect(await Promise.all([...some, ...others])).toContain(false);
});

test('slow clients: chats that do not meet are not swapped', async () => {
  const gateway = await start({ faults: ['tp-swap-bodies'] });
  for (let caller = 0; caller < 24; caller += 1) {
    expect(await hasOwnAnswer(gateway, `caller${caller}`)).toBe(true);
  }
});

async function hasOwnAnswer(gateway: Started, content: string): Promise<boolean> {
  const json = { model: 'ref-echo', messages: [{ role: 'user', content }] };
  const body = await (await gateway.ask('/chat/completions', { json })).json();
  return dig(body, 'choices', 0, 'message', 'content') === content;
}
