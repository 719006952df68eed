import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, readEvents, type StreamedEvent, start } from './support/start.ts';

test('chat: a completion has every field of the interface', async () => {
  const gateway = await start();
  const response = await gateway.ask('/chat/completions', { json: CHAT });
  expect(response.headers.get('content-type')).toBe('application/json');
  const body: unknown = await response.json();
  expect(body).toEqual({
    id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
    object: 'chat.completion',
    created: expect.any(Number),
    model: 'ref-chat',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: expect.stringMatching(/\S/) },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  });
  expect(Math.abs(Number(dig(body, 'created')) - Date.now() / 1000)).toBeLessThan(5);
});

test('chat: a stream is chunks of one id, one finish_reason and [DONE]', async () => {
  const gateway = await start();
  const response = await gateway.ask('/chat/completions', { json: { ...CHAT, stream: true } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events = await readEvents(response);
  expect(events.at(-1)?.data).toBe('[DONE]');
  const chunks = events.slice(0, -1).map(({ data }) => data);
  expect(new Set(chunks.map((chunk) => dig(chunk, 'id'))).size).toBe(1);
  expect(chunks.map((chunk) => dig(chunk, 'object'))).toEqual(
    chunks.map(() => 'chat.completion.chunk'),
  );
  expect(chunks.map((chunk) => dig(chunk, 'choices', 0, 'finish_reason'))).toEqual([
    ...chunks.slice(1).map(() => null),
    'stop',
  ]);
  expect(dig(chunks[0], 'choices', 0, 'delta', 'role')).toBe('assistant');
});

test('chat: the deltas of a stream join to the text of the one body', async () => {
  const gateway = await start({ tokens: 20 });
  const whole: unknown = await (await gateway.ask('/chat/completions', { json: CHAT })).json();
  const streamed = await gateway.ask('/chat/completions', { json: { ...CHAT, stream: true } });
  const text = textOf(await readEvents(streamed));
  expect(text).toBe(dig(whole, 'choices', 0, 'message', 'content'));
  expect(text).toMatch(/[^\0-\x7f]/u);
});

test('chat: include_usage adds one last chunk with usage and no choices', async () => {
  const gateway = await start();
  const json = { ...CHAT, stream: true, stream_options: { include_usage: true } };
  const events = await readEvents(await gateway.ask('/chat/completions', { json }));
  const withUsage = events.filter(({ data }) => dig(data, 'usage', 'total_tokens') === 7);
  expect(withUsage).toEqual([events.at(-2)]);
  expect(dig(events.at(-2)?.data, 'choices')).toEqual([]);
});

test.each([
  'A word',
  '  spaces around and\nlines  ',
  '漢字 😀 é̂ العربية \u0001',
  'one two three four five six seven eight nine ten',
])('chat: ref-echo answers %j as it is, in both forms', async (content) => {
  const gateway = await start();
  const json = { model: 'ref-echo', messages: [{ role: 'user', content }] };
  const whole: unknown = await (await gateway.ask('/chat/completions', { json })).json();
  expect(dig(whole, 'choices', 0, 'message', 'content')).toBe(content);
  const streamed = await gateway.ask('/chat/completions', { json: { ...json, stream: true } });
  expect(textOf(await readEvents(streamed))).toBe(content);
});

test('chat: ref-fail returns 500 in both forms, before the first byte', async () => {
  const gateway = await start();
  for (const stream of [false, true]) {
    const json = { ...CHAT, model: 'ref-fail', stream };
    const response = await gateway.ask('/chat/completions', { json });
    expect(response.status).toBe(500);
    expect(dig(await response.json(), 'error', 'type')).toBe('server_error');
  }
  expect(await gateway.effects()).toBe(0);
});

test('chat: ref-fail-mid ends with an error after three tokens and is not an effect', async () => {
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

test('chat: ref-slow returns 12 tokens', async () => {
  const gateway = await start();
  const response = await gateway.ask('/chat/completions', { json: { ...CHAT, model: 'ref-slow' } });
  expect(dig(await response.json(), 'usage', 'completion_tokens')).toBe(12);
});

test('chat: another seed gives another text', async () => {
  const texts = new Set<unknown>();
  for (const seed of [1, 2]) {
    const gateway = await start({ seed, tokens: 12 });
    const body: unknown = await (await gateway.ask('/chat/completions', { json: CHAT })).json();
    texts.add(dig(body, 'choices', 0, 'message', 'content'));
  }
  expect(texts.size).toBe(2);
});

test.each([
  ['no model', { model: undefined }, 400, 'model'],
  ['a model that is not a string', { model: 1 }, 400, 'model'],
  ['no messages', { messages: undefined }, 400, 'messages'],
  ['messages that are none', { messages: [] }, 400, 'messages'],
  ['messages that are not an array', { messages: 'x' }, 400, 'messages'],
  ['a message without a role', { messages: [{ content: 'x' }] }, 400, 'messages[0].role'],
  ['a message without content', { messages: [{ role: 'user' }] }, 400, 'messages[0].content'],
  ['a temperature in words', { temperature: 'hot' }, 400, 'temperature'],
  ['a stream switch in words', { stream: 'yes' }, 400, 'stream'],
  ['an unknown model', { model: 'gpt-4' }, 404, 'model'],
])('chat: %s is refused', async (_, change, status, param) => {
  const gateway = await start();
  for (const stream of [undefined, true]) {
    const json = { ...CHAT, stream, ...change };
    const response = await gateway.ask('/chat/completions', { json });
    expect(response.status).toBe(status);
    expect(dig(await response.json(), 'error', 'param')).toBe(param);
  }
});

test('chat: unknown members are ignored', async () => {
  const gateway = await start();
  const json = { ...CHAT, x_new: { a: [1] }, ['__proto__']: { polluted: true } };
  expect((await gateway.ask('/chat/completions', { json })).status).toBe(200);
});

function textOf(events: readonly StreamedEvent[]): string {
  return events.map(({ data }) => dig(data, 'choices', 0, 'delta', 'content') ?? '').join('');
}
