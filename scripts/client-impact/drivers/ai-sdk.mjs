import { readFileSync } from 'node:fs';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embed, generateImage, generateText, streamText, transcribe } from 'ai';
import { Arrivals, answerCalls } from './answer-calls.mjs';

/** The calls of the AI SDK: chat by its provider for compatible gateways, the others by that for OpenAI. */

const text = JSON.parse(readFileSync(new URL('example-input.json', import.meta.url), 'utf8'));
const PAUSE_MS = 40;
const RETRIES = { maxRetries: 1 };

const question = { instructions: text.system, prompt: text.question };

function clientOf({ address, key, fetch }) {
  const options = { baseURL: address, apiKey: key, fetch };
  return {
    openai: createOpenAI(options),
    gateway: createOpenAICompatible({ ...options, name: 'gateway', includeUsage: true }),
    withOtherKey: () => clientOf({ address, key: mistyped(key), fetch }),
  };
}

function mistyped(key) {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}

async function generated(model, options) {
  const result = await generateText({ ...RETRIES, ...options, model });
  const { id, modelId, timestamp } = result.response;
  const usage = usageOf(result.usage);
  return { text: result.text, finishReason: result.finishReason, usage, id, modelId, timestamp };
}

async function streamed(model, options, arrivals) {
  const result = streamText({ ...RETRIES, ...options, model, onError() {} });
  let joined = '';
  for await (const piece of result.textStream) {
    arrivals?.note();
    joined += piece;
  }
  const { id, modelId } = await result.response;
  return {
    text: joined,
    finishReason: await result.finishReason,
    usage: usageOf(await result.usage),
    id,
    modelId,
  };
}

/** The stream of a slow model: whether its text arrives piece by piece. */
async function paced(model) {
  const arrivals = new Arrivals();
  const { text: joined } = await streamed(model, question, arrivals);
  return { text: joined, late: arrivals.areLate(text.leastSpreadMs) };
}

function usageOf({ inputTokens, outputTokens, totalTokens }) {
  return { inputTokens, outputTokens, totalTokens };
}

async function drawn({ openai }, options) {
  const { images } = await generateImage({
    ...RETRIES,
    model: openai.image('ref-image'),
    prompt: text.question,
    size: '96x64',
    ...options,
  });
  return images.map(({ base64, mediaType }) => ({ base64, mediaType }));
}

async function transcribed({ openai }, model, audio, options) {
  const { text: transcript } = await transcribe({
    ...RETRIES,
    model: openai.transcription(model),
    audio,
    ...options,
  });
  return { text: transcript };
}

async function stopStream({ gateway }, options) {
  const stop = new AbortController();
  const { textStream } = streamText({
    ...RETRIES,
    ...options,
    ...question,
    model: gateway('ref-slow'),
    abortSignal: stop.signal,
    onError() {},
  });
  for await (const piece of textStream) {
    if (piece !== '') stop.abort();
  }
}

const echo = ({ gateway }, prompt, options) =>
  generated(gateway('ref-echo'), { prompt, ...options });
const withKey = (key) => ({ headers: { 'Idempotency-Key': key } });
const wav = Buffer.from(text.wav, 'latin1');

const calls = {
  chat: async (client) => [
    await generated(client.gateway('ref-chat'), { ...question, temperature: 0.7 }),
    await generated(client.gateway('ref-chat'), { ...question, maxOutputTokens: 100 }),
    await echo(client, text.unicode),
  ],
  'chat-of-turns': ({ gateway }) =>
    generated(gateway('ref-echo'), {
      messages: [
        { role: 'user', content: text.question },
        { role: 'assistant', content: 'The Limmat and the Sihl.' },
        { role: 'user', content: text.other },
      ],
    }),
  'chat-of-long-prompt': (client) => echo(client, text.word.repeat(text.words)),
  'chat-stream': ({ gateway }) => streamed(gateway('ref-chat'), question),
  'chat-stream-unicode': ({ gateway }) => streamed(gateway('ref-echo'), { prompt: text.unicode }),
  'slow-chat-stream': ({ gateway }) => paced(gateway('ref-slow')),
  'chats-at-once': (client) =>
    Promise.all(Array.from({ length: text.crowd }, (_, index) => echo(client, `echo ${index}`))),
  'chat-after-stopped-streams': async (client) => {
    await Promise.all(Array.from({ length: text.streamsStopped }, () => stopStream(client)));
    return await echo(client, text.other);
  },
  'chat-after-refusal': async (client) => {
    await generated(client.gateway('gpt-none'), question).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return await echo(client, text.other);
  },
  responses: async ({ openai }) => [
    await generated(openai.responses('ref-responses'), question),
    await generated(openai.responses('ref-echo'), { ...question, prompt: text.unicode }),
  ],
  'responses-stream': ({ openai }) => streamed(openai.responses('ref-responses'), question),
  'slow-responses-stream': ({ openai }) => paced(openai.responses('ref-slow')),
  image: (client) => drawn(client),
  'two-images': (client) => drawn(client, { n: 2, maxImagesPerCall: 10 }),
  transcription: (client) => transcribed(client, 'ref-echo', wav),
  'transcription-of-mp3': (client) =>
    transcribed(client, 'ref-transcription', Buffer.from(text.mp3, 'latin1')),
  'retry-with-key': async (client) => [
    await echo(client, text.question, withKey('order-4711/chat')),
    await echo(client, text.question, withKey('order-4711/chat')),
  ],
  'image-retry-with-key': async (client) => {
    await drawn(client, withKey('order-4711/image'));
    return await drawn(client, withKey('order-4711/image'));
  },
  'transcription-retry-with-key': async (client) => {
    await transcribed(client, 'ref-echo', wav, withKey('order-4711/speech'));
    return await transcribed(client, 'ref-echo', wav, withKey('order-4711/speech'));
  },
  'stream-retry-with-key': async ({ gateway }) => {
    const options = { ...question, ...withKey('order-4711/stream') };
    return [
      await streamed(gateway('ref-chat'), options),
      await streamed(gateway('ref-chat'), options),
    ];
  },
  'responses-stream-retry-with-key': async ({ openai }) => {
    const options = { ...question, ...withKey('order-4711/responses') };
    return [
      await streamed(openai.responses('ref-responses'), options),
      await streamed(openai.responses('ref-responses'), options),
    ];
  },
  'retry-at-once-with-key': (client) =>
    Promise.all([1, 2].map(() => echo(client, text.question, withKey('order-4711/twice')))),
  'retry-after-stop-with-key': async (client) => {
    await stopStream(client, withKey('order-4711/stopped'));
    const again = { ...question, ...withKey('order-4711/stopped') };
    return await streamed(client.gateway('ref-slow'), again);
  },
  'same-key-for-another-chat': async (client) => {
    await echo(client, text.question, withKey('order-4711/same'));
    return await echo(client, text.other, withKey('order-4711/same'));
  },
  'same-key-for-another-operation': async (client) => {
    await echo(client, text.question, withKey('order-4711/one'));
    const options = { prompt: text.question, ...withKey('order-4711/one') };
    return await generated(client.openai.responses('ref-echo'), options);
  },
  'wrong-key': (client) => echo(client.withOtherKey(), text.question),
  'unknown-model': ({ gateway }) => generated(gateway('gpt-none'), question),
  'stream-of-unknown-model': ({ gateway }) => streamed(gateway('gpt-none'), question),
  'refused-image': (client) => drawn(client, { size: '9999x9999' }),
  'empty-file': (client) => transcribed(client, 'ref-transcription', Buffer.alloc(0)),
  'failing-model': ({ gateway }) =>
    generated(gateway('ref-fail'), { ...question, ...withKey('order-5') }),
  'failing-chat-stream': ({ gateway }) => streamed(gateway('ref-fail-mid'), question),
  'failing-responses-stream': ({ openai }) => streamed(openai.responses('ref-fail-mid'), question),
  'rate-limited': ({ gateway }) => generated(gateway('ref-limited'), question),
  'unsupported-operation': ({ gateway }) =>
    embed({ ...RETRIES, model: gateway.embeddingModel('ref-chat'), value: text.question }),
};

answerCalls(
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (gateway) => call(clientOf(gateway))]),
  ),
);
