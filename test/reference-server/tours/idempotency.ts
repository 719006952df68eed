import { dig } from '../support/dig.ts';
import { type AskInit, CHAT, type Started } from '../support/start.ts';
import { FORM, file, form, MODEL_PART, upload } from '../support/upload.ts';
import { inFlight, note, type Tour } from './tour.ts';

const RESPONSES = { model: 'ref-responses', input: 'Tell me more.' };
const STREAMED = { ...RESPONSES, stream: true };
const VIDEO = { model: 'ref-video', prompt: 'A boat.' };
const SLOW = { ...CHAT, model: 'ref-slow' };

export const tourIdempotency: Tour = async (gateway) => {
  const chat = (idempotencyKey: string, change: object = {}, init: AskInit = {}) =>
    note(gateway, '/chat/completions', { json: { ...CHAT, ...change }, idempotencyKey, ...init });
  return [
    await abandoned(gateway),
    await twice(() => note(gateway, '/chat/completions', { json: CHAT })),
    await gateway.effects(),
    await twice(() => chat('replay')),
    await gateway.effects(),
    await chat('replay', { temperature: 1 }),
    await chat('replay'),
    await chat('replay', { stream: true }),
    await chat('replay', {}, { key: gateway.keys[1] }),
    await chat('replay', {}, { key: null }),
    await note(gateway, '/responses', { json: RESPONSES, idempotencyKey: 'replay' }),
    await Promise.all([
      twice(() => chat('stream', { stream: true })),
      twice(() => note(gateway, '/responses', { json: RESPONSES, idempotencyKey: 'r' })),
      twice(() => note(gateway, '/responses', { json: STREAMED, idempotencyKey: 'rs' })),
      chat('REPLAY', { temperature: 1 }),
      chat('any "kind" of characters: {1/2}?'),
      alikeKeys(gateway),
      twice(() => chat('failure', { model: 'ref-fail' })),
      respelled(gateway),
      otherBoundary(gateway),
      atOnce(gateway, false),
      atOnce(gateway, true),
      whileInFlight(gateway),
      cancelledJob(gateway),
      lengths(gateway),
    ]),
    await chat('stream', { stream: true }, { key: gateway.keys[1] }),
    await gateway.effects(),
  ];
};

async function twice(ask: () => Promise<unknown>): Promise<unknown> {
  return [await ask(), await ask()];
}

/** The answers under two keys that differ only in their middle. */
async function alikeKeys(gateway: Started): Promise<unknown> {
  const seen: unknown[] = [];
  for (const middle of ['one', 'two']) {
    const idempotencyKey = `an-order-of-${middle}-its-end`;
    seen.push(await note(gateway, '/chat/completions', { json: CHAT, idempotencyKey }));
  }
  return seen;
}

async function respelled(gateway: Started): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const { model, messages } = CHAT;
  const bodies = [
    JSON.stringify({ model, messages }),
    JSON.stringify({ messages, model }, null, 1),
  ];
  const seen: unknown[] = [];
  for (const body of bodies) {
    const init = { body, headers, idempotencyKey: 'spelling' };
    seen.push(await note(gateway, '/chat/completions', init));
  }
  return seen;
}

async function otherBoundary(gateway: Started): Promise<unknown> {
  const body = form(MODEL_PART, file('sound'));
  const other = Buffer.from(body.toString('latin1').replaceAll('boundary', 'other'), 'latin1');
  const contentType = FORM.replace('=boundary', '=other');
  const idempotencyKey = 'boundary';
  return [
    await upload(gateway, { contentType: FORM, body: [body], idempotencyKey }),
    await upload(gateway, { contentType, body: [other], idempotencyKey }),
  ];
}

/** Whether eight concurrent retries gave one result. */
async function atOnce(gateway: Started, stream: boolean): Promise<unknown> {
  const init = { json: { ...SLOW, stream }, idempotencyKey: `at once, ${stream}` };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => gateway.ask('/chat/completions', init)),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  return new Set(texts.flatMap((text) => text.match(/chatcmpl-[0-9a-f]{32}/g) ?? [])).size;
}

/** The answers to a request and to its retry while it is in flight, whichever comes first. */
async function whileInFlight(gateway: Started): Promise<unknown> {
  const init = { json: SLOW, idempotencyKey: 'in-flight' };
  const both = [note(gateway, '/chat/completions', init), note(gateway, '/chat/completions', init)];
  return (await Promise.all(both)).toSorted(([one], [other]) => Number(one) - Number(other));
}

/** The answer to a retry after its client disconnected. A busy machine answers some clients first. */
async function abandoned(gateway: Started): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const init = { json: SLOW, idempotencyKey: `abandoned ${tries}` };
    const leaving = new AbortController();
    const left = note(gateway, '/chat/completions', { ...init, signal: leaving.signal });
    await inFlight(gateway, 1);
    leaving.abort();
    await left;
    await inFlight(gateway, 0);
    const retry = await note(gateway, '/chat/completions', init);
    if (retry[0] !== 200 || tries === 3) return retry;
  }
}

async function cancelledJob(gateway: Started): Promise<unknown> {
  const init = { json: VIDEO, idempotencyKey: 'job' };
  const job = await (await gateway.ask('/videos', init)).json();
  await gateway.ask(`/videos/${dig(job, 'id')}`, { method: 'DELETE' });
  return [job, await note(gateway, '/videos', init)];
}

async function lengths(gateway: Started): Promise<readonly unknown[]> {
  const statuses: unknown[] = [];
  for (const idempotencyKey of ['', 'k', 'k'.repeat(255), 'k'.repeat(256)]) {
    statuses.push((await note(gateway, '/videos', { json: VIDEO, idempotencyKey }))[0]);
  }
  return statuses;
}
