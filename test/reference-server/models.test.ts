import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, readEvents, type StreamedEvent, start } from './support/start.ts';

const RESPONSE = { model: 'ref-responses', instructions: 'Be brief.', input: 'Tell me more.' };

test.each([
  'A word',
  '  spaces around and\nlines  ',
  '漢字 😀 é̂ العربية \u0001',
  'one two three four five six seven eight nine ten',
])('models: ref-echo answers %j as it is, in both forms', async (content) => {
  const gateway = await start();
  const json = { model: 'ref-echo', messages: [{ role: 'user', content }] };
  const whole: unknown = await (await gateway.ask('/chat/completions', { json })).json();
  expect(dig(whole, 'choices', 0, 'message', 'content')).toBe(content);
  const streamed = await gateway.ask('/chat/completions', { json: { ...json, stream: true } });
  expect(textOf(await readEvents(streamed))).toBe(content);
});

test('models: ref-fail returns 500 in both forms, before the first byte', async () => {
  const gateway = await start();
  for (const stream of [false, true]) {
    const json = { ...CHAT, model: 'ref-fail', stream };
    const response = await gateway.ask('/chat/completions', { json });
    expect(response.status).toBe(500);
    expect(dig(await response.json(), 'error', 'type')).toBe('server_error');
  }
  expect(await gateway.effects()).toBe(0);
});

test('models: ref-fail-mid ends with an error after three tokens and is not an effect', async () => {
  const gateway = await start();
  const json = { ...CHAT, model: 'ref-fail-mid', stream: true };
  const events = await readEvents(await gateway.ask('/chat/completions', { json }));
  expect(events).toHaveLength(5);
  expect(dig(events.at(-1)?.data, 'error')).toEqual({
    message: expect.any(String),
    type: 'server_error',
    param: null,
    code: 'model_failed',
  });
  expect(await gateway.effects()).toBe(0);
});

test('models: GET /models lists them, for callers with a key', async () => {
  const gateway = await start();
  const list: unknown = await (await gateway.ask('/models')).json();
  expect(dig(list, 'object')).toBe('list');
  expect(dig(list, 'data', 0)).toEqual({
    id: 'ref-chat',
    object: 'model',
    created: expect.any(Number),
    owned_by: 'assay',
  });
  expect(dig(list, 'data', 10, 'id')).toBe('ref-limited');
  expect((await gateway.ask('/models', { key: null })).status).toBe(401);
  expect((await gateway.ask('/models', { method: 'DELETE' })).status).toBe(405);
});

test.each(['', '/v1'])('paths: with the prefix "%s" every path answers', async (prefix) => {
  const gateway = await start({ videoMs: 0 });
  expect((await gateway.ask(`${prefix}/chat/completions`, { json: CHAT })).status).toBe(200);
  expect((await gateway.ask(`${prefix}/models`)).status).toBe(200);
  expect((await gateway.ask(`${prefix}/healthz`, { key: null })).status).toBe(200);
  const json = { model: 'ref-video', prompt: 'A word.' };
  const created: unknown = await (await gateway.ask(`${prefix}/videos`, { json })).json();
  const read = await gateway.ask(`${prefix}/videos/${String(dig(created, 'id'))}`);
  const content = String(dig(await read.json(), 'content_url'));
  expect(content).toBe(`${prefix}/videos/${String(dig(created, 'id'))}/content`);
  expect((await gateway.ask(content)).status).toBe(200);
});

test('paths: another prefix, or one too many, is unknown', async () => {
  const gateway = await start();
  for (const path of ['/v2/models', '/v1/v1/models', '/v1']) {
    expect((await gateway.ask(path)).status).toBe(404);
  }
});

test('models: ref-slow returns 12 tokens', async () => {
  const gateway = await start();
  const response = await gateway.ask('/chat/completions', { json: { ...CHAT, model: 'ref-slow' } });
  expect(dig(await response.json(), 'usage', 'completion_tokens')).toBe(12);
});

test('models: another seed gives another text', async () => {
  const texts = new Set<unknown>();
  for (const seed of [1, 2]) {
    const gateway = await start({ seed, tokens: 12 });
    const body: unknown = await (await gateway.ask('/chat/completions', { json: CHAT })).json();
    texts.add(dig(body, 'choices', 0, 'message', 'content'));
  }
  expect(texts.size).toBe(2);
});

test('models: ref-echo returns the instructions, a newline and the input', async () => {
  const gateway = await start();
  const response = await gateway.ask('/responses', { json: { ...RESPONSE, model: 'ref-echo' } });
  expect(dig(await response.json(), 'output_text')).toBe('Be brief.\nTell me more.');
});

test('models: the last text of an input of items is used', async () => {
  const gateway = await start();
  const content = [{ type: 'input_text', text: 'Look: ' }, { type: 'input_image' }];
  const json = { model: 'ref-echo', input: [{ role: 'user', content }] };
  const response = await gateway.ask('/responses', { json });
  expect(dig(await response.json(), 'output_text')).toBe('Look: ');
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

test('videos: only a completed job has content', async () => {
  const gateway = await start({ videoMs: 1500 });
  const json = { model: 'ref-video', prompt: 'A boat.' };
  const created: unknown = await (await gateway.ask('/videos', { json })).json();
  const job = `/videos/${dig(created, 'id')}`;
  const path = `${job}/content`;
  expect((await gateway.ask(path)).status).toBe(404);
  await expect
    .poll(async () => dig(await (await gateway.ask(job)).json(), 'status'))
    .toBe('completed');
  const content = await gateway.ask(path);
  expect(content.headers.get('content-type')).toBe('video/mp4');
  const whole = Buffer.from(await content.arrayBuffer());
  expect(whole.readUInt32BE(0) + whole.readUInt32BE(20)).toBe(whole.length);
  const ranged = async (range: string) => {
    const answer = await gateway.ask(path, { headers: { range } });
    const given = answer.headers.get('content-range');
    return [answer.status, given, Buffer.from(await answer.arrayBuffer())] as const;
  };
  const { length } = whole;
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=4000-9999', 4000, length - 1],
    ['bytes=4000-', 4000, length - 1],
    ['bytes=-5', length - 5, length - 1],
    ['bytes=-9999', 0, length - 1],
  ] as const) {
    const part = whole.subarray(first, last + 1);
    expect(await ranged(range)).toEqual([206, `bytes ${first}-${last}/${length}`, part]);
  }
  for (const range of ['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2']) {
    expect(await ranged(range)).toEqual([200, null, whole]);
  }
  for (const range of ['bytes=9999-', `bytes=${length}-`, 'bytes=-0']) {
    expect((await ranged(range)).slice(0, 2)).toEqual([416, `bytes */${length}`]);
  }
});

function textOf(events: readonly StreamedEvent[]): string {
  return events.map(({ data }) => dig(data, 'choices', 0, 'delta', 'content') ?? '').join('');
}
