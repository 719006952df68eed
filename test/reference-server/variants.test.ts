import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { imageType, readImage } from '../../src/answers/images/read-image.ts';
import { decodeEventStream } from '../../src/exchange/sse.ts';
import { PLAIN_VARIANTS } from '../support/relay/variant-lists.ts';
import { dig } from './support/dig.ts';
import { CHAT, type Started, start } from './support/start.ts';

const ECHO = { model: 'ref-echo', messages: [{ role: 'user', content: 'Ça va / 世界 🌍?' }] };
const [{ content: TEXT = '' } = {}] = ECHO.messages;
/** The first token of the text. */
const CUT = 'Ça va';

/** The client of these tests breaks off at it; `oddities.test.ts` reads its bytes. */
const UNREADABLE = 'continue-unasked';

/** One by one, and together as far as they do not contradict each other. */
const SETS: readonly (readonly string[])[] = [
  ...PLAIN_VARIANTS.filter((id) => id !== UNREADABLE).map((id) => [id]),
  ['sse-crlf', 'sse-comments', 'sse-bom', 'sse-id-and-retry', 'sse-small-pieces', 'json-escapes'],
  ['unknown-members', 'reversed-members', 'absent-members', 'usage-details', 'dated-model'],
  ['header-case', 'chunked-bodies', 'connection-close', 'video-created-201', 'responses-done'],
];

test.each(SETS.map((set) => [set.join(', '), set] as const))(
  'variants: with %s every operation still has the same meaning',
  async (_, variants) => {
    const gateway = await start({ variants, videoMs: 60 });
    expect(
      dig(await body(gateway, '/chat/completions', ECHO), 'choices', 0, 'message'),
    ).toMatchObject({
      role: 'assistant',
      content: TEXT,
    });
    expect(await streamedText(gateway, '/chat/completions', ECHO)).toBe(TEXT);
    const asked = { model: 'ref-echo', input: TEXT };
    expect(dig(await body(gateway, '/responses', asked), 'output_text')).toBe(TEXT);
    expect(await streamedText(gateway, '/responses', asked)).toBe(TEXT);
    const short = { ...asked, max_output_tokens: 1 };
    expect(await streamedText(gateway, '/chat/completions', { ...ECHO, max_tokens: 1 })).toBe(CUT);
    expect(dig(await body(gateway, '/responses', short), 'output_text')).toBe(CUT);
    expect(await streamedText(gateway, '/responses', short)).toBe(CUT);
    await expectImage(gateway);
    await expectJob(gateway);
    expect((await gateway.ask('/nowhere')).status).toBe(404);
  },
);

test('variants: with in-flight-waits concurrent retries all get the same result', async () => {
  const gateway = await start({ variants: ['in-flight-waits'], ttftMs: 50 });
  const ask = () => gateway.ask('/chat/completions', { json: CHAT, idempotencyKey: 'k' });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await gateway.effects()).toBe(1);
});

test('variants: rate-limited returns one 429 with Retry-After in twenty requests, without an effect', async () => {
  const gateway = await start({ variants: ['rate-limited'] });
  const answers: Response[] = [];
  for (let count = 0; count < 40; count += 1) {
    answers.push(await gateway.ask('/chat/completions', { json: CHAT }));
  }
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.map(({ headers }) => headers.get('retry-after'))).toEqual(['0', '0']);
  expect(await gateway.effects()).toBe(38);
});

async function body(gateway: Started, path: string, json: object): Promise<unknown> {
  const response = await gateway.ask(path, { json });
  expect(response.ok).toBe(true);
  return await response.json();
}

async function streamedText(gateway: Started, path: string, json: object): Promise<string> {
  const response = await gateway.ask(path, { json: { ...json, stream: true } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { events, unfinished, invalidUtf8 } = decodeEventStream(bytes, [
    { endOffset: bytes.length, atMs: 0 },
  ]);
  expect({ unfinished, invalidUtf8 }).toEqual({ unfinished: false, invalidUtf8: false });
  const deltas = events.map((event) => [
    dig(event.json, 'choices', 0, 'delta', 'content'),
    dig(event.json, 'type') === 'response.output_text.delta' ? dig(event.json, 'delta') : '',
  ]);
  return deltas.flat().join('');
}

async function expectImage(gateway: Started): Promise<void> {
  const json = { model: 'ref-image', prompt: 'A boat.', size: '37x21' };
  const images = await body(gateway, '/images/generations', json);
  const image = Buffer.from(String(dig(images, 'data', 0, 'b64_json')), 'base64');
  expect(readImage(image)).toMatchObject({ kind: 'whole', width: 37, height: 21 });
  expect(imageType(image)).toBe(dig(images, 'data', 0, 'mime_type'));
}

async function expectJob(gateway: Started): Promise<void> {
  const ask = { model: 'ref-video', prompt: 'A boat.' };
  const created = await body(gateway, '/videos', ask);
  await sleep(80);
  const read = await gateway.ask(`/videos/${encodeURIComponent(String(dig(created, 'id')))}`);
  expect(dig(await read.json(), 'status')).toBe('completed');
}
