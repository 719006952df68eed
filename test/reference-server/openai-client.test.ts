import type OpenAI from 'openai';
import { APIError, toFile } from 'openai';
import { expect, test } from 'vitest';
import { openaiClients } from './support/openai-clients.ts';

const { client } = openaiClients({ ttftMs: 2, itlMs: 1, tokens: 6, videoMs: 60 });

const messages = [{ role: 'user' as const, content: 'Tell me about rivers.' }];

test('openai client: a chat stream joins to the text of the one body', async () => {
  const whole = await client.chat.completions.create({ model: 'ref-chat', messages });
  const stream = await client.chat.completions.create({
    model: 'ref-chat',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  let totalTokens = 0;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? '';
    totalTokens += chunk.usage?.total_tokens ?? 0;
  }
  expect(text).toBe(whole.choices[0]?.message.content);
  expect(totalTokens).toBe(whole.usage?.total_tokens);
});

test('openai client: the chat stream helper assembles the final completion', async () => {
  const helper = client.chat.completions.stream({ model: 'ref-chat', messages });
  const completion = await helper.finalChatCompletion();
  expect(completion.choices[0]?.message.content).not.toBe('');
});

test('openai client: a response is read', async () => {
  const response = await client.responses.create({
    model: 'ref-echo',
    instructions: 'Be brief.',
    input: 'Hello.',
  });
  expect(response.status).toBe('completed');
  expect(response.output_text).toBe('Be brief.\nHello.');
});

test('openai client: a response stream assembles the final response', async () => {
  const helper = client.responses.stream({ model: 'ref-responses', input: 'Hello.' });
  let text = '';
  helper.on('response.output_text.delta', ({ delta }) => {
    text += delta;
  });
  const response = await helper.finalResponse();
  expect(text).not.toBe('');
  expect(response.output_text).toBe(text);
});

test('openai client: a stream that fails midway is an error of the client', async () => {
  const chat = await client.chat.completions.create({
    model: 'ref-fail-mid',
    messages,
    stream: true,
  });
  await expect(drain(chat)).rejects.toThrow(APIError);
  const response = await client.responses.create({
    model: 'ref-fail-mid',
    input: 'x',
    stream: true,
  });
  await expect(drain(response)).rejects.toThrow(APIError);
});

test('openai client: images of the requested size are read', async () => {
  const images = await client.images.generate({
    model: 'ref-image',
    prompt: 'A boat.',
    n: 2,
    size: '1024x1536',
  });
  expect(images.data).toHaveLength(2);
  const png = Buffer.from(images.data?.[0]?.b64_json ?? '', 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1536]);
});

test.each([
  ['jpeg', 'ffd8ff'],
  ['webp', '52494646'],
] as const)('openai client: an image is a %s if it is requested', async (output_format, start) => {
  const asked = { model: 'ref-image', prompt: 'A boat.', response_format: 'b64_json' } as const;
  const images = await client.images.generate({ ...asked, output_format });
  const bytes = Buffer.from(images.data?.[0]?.b64_json ?? '', 'base64');
  expect(bytes.toString('hex', 0, start.length / 2)).toBe(start);
});

test('openai client: links to images and unknown formats are refused', async () => {
  const asked = { model: 'ref-image', prompt: 'A boat.' } as const;
  for (const [param, value] of [
    ['response_format', 'url'],
    ['output_format', 'gif'],
  ] as const) {
    const refused = client.post('/images/generations', { body: { ...asked, [param]: value } });
    await expect(refused).rejects.toMatchObject({ status: 400, param });
  }
});

test('openai client: subtitles are read as a text', async () => {
  const subtitles = await client.audio.transcriptions.create({
    model: 'ref-transcription',
    file: await toFile(Buffer.alloc(5000, 7), 'speech.wav'),
    response_format: 'vtt',
  });
  expect(subtitles).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /);
});

test('openai client: a transcription is read', async () => {
  const transcription = await client.audio.transcriptions.create({
    model: 'ref-transcription',
    file: await toFile(Buffer.alloc(5000, 7), 'speech.wav'),
  });
  expect(transcription.text).not.toBe('');
});

const VIDEO = { model: 'ref-video', prompt: 'A boat.', seconds: '4' } as const;

test.each([
  ['with JSON', () => client.post<OpenAI.Videos.Video>('/videos', { body: VIDEO })],
  ['with a form, as videos.create does', () => client.videos.create(VIDEO)],
])('openai client: a video job created %s is read and deleted', async (_, create) => {
  const created = await create();
  expect(created.status).toBe('queued');
  await expect
    .poll(async () => (await client.videos.retrieve(created.id)).status, { interval: 10 })
    .toBe('completed');
  const deleted = await client.videos.delete(created.id);
  expect(deleted.id).toBe(created.id);
});

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

test('openai client: the second turn of an agent is accepted', async () => {
  const { type, function: called } = { type: 'function' as const, function: TOOL };
  const chat = await client.chat.completions.create({
    model: 'ref-echo',
    messages: [
      ...messages,
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type, function: called }] },
      { role: 'tool', tool_call_id: 'a', content: 'The Rhine.' },
      { role: 'assistant', tool_calls: [{ id: 'b', type, function: called }] },
      { role: 'tool', tool_call_id: 'b', content: 'The Elbe.' },
    ],
  });
  expect(chat.choices[0]?.message.content).toBe('Tell me about rivers.');
  const response = await client.responses.create({
    model: 'ref-echo',
    input: [
      { role: 'user', content: 'Tell me about rivers.' },
      { type: 'function_call', call_id: 'a', ...TOOL },
      { type: 'function_call_output', call_id: 'a', output: 'The Rhine.' },
    ],
  });
  expect(response.output_text).toBe('The Rhine.');
});

test.each([
  ['a user', { role: 'user', content: null }],
  ['an assistant that calls nothing', { role: 'assistant', content: null, tool_calls: [] }],
])('chat: a message of %s without content is refused', async (_, message) => {
  const asked = client.post('/chat/completions', {
    body: { model: 'ref-chat', messages: [message] },
  });
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'messages[0].content' });
});

const TOOL = { name: 'find_river', arguments: '{}' };
