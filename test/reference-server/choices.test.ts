import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiClients } from './support/openai-clients.ts';

const { client } = openaiClients({ ttftMs: 2, itlMs: 1, tokens: 6 });

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;

const ask = (also: Partial<Request> = {}): Request => ({
  model: 'ref-chat',
  messages: [{ role: 'user', content: 'Say hello.' }],
  ...also,
});

const streamed = (also: Partial<Request>) =>
  client.chat.completions.stream({
    ...ask(also),
    stream: true,
    stream_options: { include_usage: true },
  });

test('choices: a chat gets as many as it asks for, each with a text of its own, and usage counts all', async () => {
  const { choices, usage } = await client.chat.completions.create(ask({ n: 3 }));
  expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(new Set(choices.map(({ message }) => message.content)).size).toBe(3);
  expect(choices.map((each) => each.finish_reason)).toEqual(['stop', 'stop', 'stop']);
  expect(usage?.completion_tokens).toBe(18);
});

test('choices: the first one does not depend on how many there are', async () => {
  const [one, three] = await Promise.all(
    [1, 3].map((n) => client.chat.completions.create(ask({ n }))),
  );
  expect(three?.choices[0]).toEqual(one?.choices[0]);
});

test('choices: a stream writes them beside each other, and joins to those of the body', async () => {
  const whole = await client.chat.completions.create(ask({ n: 2 }));
  const stream = streamed({ n: 2 });
  const order: number[] = [];
  stream.on('chunk', ({ choices }) => order.push(...choices.map(({ index }) => index)));
  const joined = await stream.finalChatCompletion();
  const texts = ({ choices }: OpenAI.ChatCompletion) =>
    choices.map(({ message }) => message.content);
  expect(texts(joined)).toEqual(texts(whole));
  expect(joined.usage).toEqual(whole.usage);
  expect(order.indexOf(1)).toBeLessThan(order.lastIndexOf(0));
});

test('choices: each calls the tool that the prompt names, under ids of its own', async () => {
  const { choices } = await client.chat.completions.create(
    ask({
      n: 2,
      messages: [{ role: 'user', content: 'Use find_boat.' }],
      tools: [{ type: 'function', function: { name: 'find_boat' } }],
    }),
  );
  const ids = choices.flatMap(({ message }) => message.tool_calls ?? []).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test('logprobs: the tokens join to the text, and the first alternative is the token', async () => {
  const { choices } = await client.chat.completions.create(
    ask({ logprobs: true, top_logprobs: 2 }),
  );
  const tokens = choices[0]?.logprobs?.content ?? [];
  expect(tokens.map(({ token }) => token).join('')).toBe(choices[0]?.message.content);
  expect(tokens.map(({ token, bytes }) => [token, ...(bytes ?? [])])).toEqual(
    tokens.map(({ token }) => [token, ...Buffer.from(token)]),
  );
  for (const { token, logprob, top_logprobs: top } of tokens) {
    expect(top[0]).toMatchObject({ token, logprob });
    expect(top).toHaveLength(2);
    expect(top[1]?.logprob).toBeLessThan(logprob);
  }
});

test('logprobs: those of a stream are those of the body', async () => {
  const also = { logprobs: true };
  const whole = await client.chat.completions.create(ask(also));
  const joined = await streamed(also).finalChatCompletion();
  expect(joined.choices[0]?.logprobs?.content).toEqual(whole.choices[0]?.logprobs?.content);
});

test('logprobs: there are none where they are not wanted', async () => {
  const { choices } = await client.chat.completions.create(ask({ top_logprobs: 2 }));
  expect(choices[0]).not.toHaveProperty('logprobs');
});

const REFUSED = 'I cannot help with that.';
const PROMPT = 'Please refuse-this.';
const refused = { messages: [{ role: 'user' as const, content: PROMPT }] };

test('refusal: a chat has it in place of a text, whole and in pieces', async () => {
  const whole = await client.chat.completions.create(ask({ ...refused, logprobs: true }));
  const joined = await streamed(refused).finalChatCompletion();
  for (const { choices } of [whole, joined]) {
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { refusal: REFUSED } });
    expect(choices[0]?.message.content).toBeNull();
  }
});

test('refusal: a response has it as a part of its message, whole and in pieces', async () => {
  const request = { model: 'ref-responses', input: PROMPT };
  const stream = client.responses.stream(request);
  const pieces: string[] = [];
  stream.on('response.refusal.delta', ({ delta }) => pieces.push(delta));
  for (const response of [await client.responses.create(request), await stream.finalResponse()]) {
    const [message] = response.output;
    expect(message).toMatchObject({ content: [{ type: 'refusal', refusal: REFUSED }] });
    expect(response.output_text).toBe('');
  }
  expect(pieces.join('')).toBe(REFUSED);
});

test.each([
  ['more choices than 8', { n: 9 }, 'n'],
  ['no choice', { n: 0 }, 'n'],
  ['logprobs that are a number', { logprobs: 2 }, 'logprobs'],
  ['too many alternatives', { logprobs: true, top_logprobs: 21 }, 'top_logprobs'],
])('choices: %s: the request is refused with its member', async (_, also, param) => {
  const asked = client.post('/chat/completions', { body: { ...ask(), ...also } });
  await expect(asked).rejects.toMatchObject({ status: 400, param });
});
