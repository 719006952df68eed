import { readFileSync } from 'node:fs';
import OpenAI, { toFile } from 'openai';
import { Arrivals, answerCalls } from './answer-calls.mjs';

/** The calls of openai-node, as its documentation writes them. */

const text = JSON.parse(readFileSync(new URL('example-input.json', import.meta.url), 'utf8'));
const ATTEMPT_MS = 2000;
const POLL_MS = 40;
const RUNNING = ['queued', 'in_progress'];

const question = [
  { role: 'system', content: text.system },
  { role: 'user', content: text.question },
];

function clientOf({ address, key, fetch }) {
  return new OpenAI({ apiKey: key, baseURL: address, maxRetries: 1, timeout: ATTEMPT_MS, fetch });
}

function echo(client, content, options) {
  const messages = [{ role: 'user', content }];
  return client.chat.completions.create({ model: 'ref-echo', messages }, options);
}

async function streamedChat(client, model, messages, options, arrivals) {
  const result = { text: '', finish_reason: null, usage: null };
  const body = { model, messages, stream: true, stream_options: { include_usage: true } };
  for await (const chunk of await client.chat.completions.create(body, options)) {
    const [choice] = chunk.choices;
    if (choice?.delta.content) arrivals?.note();
    result.text += choice?.delta.content ?? '';
    result.finish_reason = choice?.finish_reason ?? result.finish_reason;
    result.usage = chunk.usage ?? result.usage;
  }
  return result;
}

async function streamedResponse(client, model, options, arrivals) {
  let joined = '';
  let final = {};
  const body = { model, instructions: text.system, input: text.question, stream: true };
  for await (const event of await client.responses.create(body, options)) {
    if (event.type === 'response.output_text.delta') {
      arrivals?.note();
      joined += event.delta;
    }
    if (event.type === 'response.completed') final = event.response;
    if (event.type === 'response.failed') final = { error: event.response.error };
  }
  return { ...final, text: joined };
}

/** The stream of a slow model: whether its text arrives piece by piece. */
async function paced(stream) {
  const arrivals = new Arrivals();
  const { text: joined } = await stream(arrivals);
  return { text: joined, late: arrivals.areLate(text.leastSpreadMs) };
}

async function stopStream(client, options) {
  const stream_options = { include_usage: true };
  const body = { model: 'ref-slow', messages: question, stream: true, stream_options };
  for await (const chunk of await client.chat.completions.create(body, options)) {
    if (chunk.choices[0]?.delta.content) break;
  }
}

/** @param {(video: { status: string, progress: number }) => void} show */
async function finished(client, model, show = () => {}) {
  let video = await client.videos.create({ model, prompt: text.question, seconds: '4' });
  while (RUNNING.includes(video.status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    video = await client.videos.retrieve(video.id);
    show(video);
  }
  return video;
}

const withKey = (key) => ({ headers: { 'Idempotency-Key': key } });

const calls = {
  chat: async (client) => [
    await client.chat.completions.create({
      model: 'ref-chat',
      messages: question,
      temperature: 0.7,
    }),
    await client.chat.completions.create({ model: 'ref-chat', messages: question, n: 1 }),
    await echo(client, text.unicode),
  ],
  'chat-of-turns': (client) =>
    client.chat.completions.create({
      model: 'ref-echo',
      messages: [
        { role: 'user', content: text.question },
        { role: 'assistant', content: 'The Limmat and the Sihl.' },
        { role: 'user', content: text.other },
      ],
    }),
  'chat-of-long-prompt': (client) => echo(client, text.word.repeat(text.words)),
  'chat-stream': (client) => streamedChat(client, 'ref-chat', question),
  'chat-stream-unicode': (client) =>
    streamedChat(client, 'ref-echo', [{ role: 'user', content: text.unicode }]),
  'slow-chat-stream': (client) =>
    paced((arrivals) => streamedChat(client, 'ref-slow', question, {}, arrivals)),
  'chat-stream-helper': (client) =>
    client.chat.completions.stream({ model: 'ref-chat', messages: question }).finalChatCompletion(),
  'chats-at-once': (client) =>
    Promise.all(Array.from({ length: text.crowd }, (_, index) => echo(client, `echo ${index}`))),
  'chat-after-stopped-streams': async (client) => {
    const streams = Array.from({ length: text.streamsStopped }, () => stopStream(client));
    await Promise.all(streams);
    return await echo(client, text.other);
  },
  'chat-after-refusal': async (client) => {
    await echo(client, 5).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    return await echo(client, text.other);
  },
  responses: async (client) => [
    await client.responses.create({
      model: 'ref-responses',
      instructions: text.system,
      input: text.question,
    }),
    await client.responses.create({
      model: 'ref-echo',
      instructions: text.system,
      input: text.unicode,
    }),
  ],
  'responses-stream': (client) => streamedResponse(client, 'ref-responses'),
  'slow-responses-stream': (client) =>
    paced((arrivals) => streamedResponse(client, 'ref-slow', {}, arrivals)),
  'responses-stream-helper': (client) =>
    client.responses.stream({ model: 'ref-responses', input: text.question }).finalResponse(),
  image: (client) =>
    client.images.generate({ model: 'ref-image', prompt: text.question, size: '96x64' }),
  'two-images': (client) =>
    client.images.generate({ model: 'ref-image', prompt: text.question, n: 2, size: '96x64' }),
  transcription: async (client) => {
    const file = await toFile(Buffer.from(text.wav, 'latin1'), 'speech.wav');
    return await client.audio.transcriptions.create({ file, model: 'ref-echo' });
  },
  'transcription-of-mp3': async (client) => {
    const file = await toFile(Buffer.from(text.mp3, 'latin1'), 'speech.mp3');
    return await client.audio.transcriptions.create({ file, model: 'ref-transcription' });
  },
  video: async (client) => {
    const video = await finished(client, 'ref-video');
    const content = await client.videos.downloadContent(video.id);
    const bytes = (await content.arrayBuffer()).byteLength;
    const { status: deletedStatus } = await client.videos.delete(video.id);
    return { ...video, bytes, deletedStatus };
  },
  'video-progress': async (client) => {
    const shown = [];
    const { status } = await finished(client, 'ref-slow', (video) => shown.push(video));
    const progress = shown.map((video) => video.progress);
    const first = shown.findIndex((video) => video.status === 'in_progress');
    return {
      status,
      progressFalls: progress.some((each, index) => each < (progress[index - 1] ?? 0)),
      progressIsWhole: progress.every(Number.isInteger),
      isQueuedAgain: shown.slice(first).some((video) => video.status === 'queued'),
    };
  },
  'two-videos': async (client) => [
    await finished(client, 'ref-video'),
    await finished(client, 'ref-video'),
  ],
  'failed-video': (client) => finished(client, 'ref-fail-video'),
  'cancelled-video': async (client) => {
    const body = { model: 'ref-slow', prompt: text.question, seconds: '4' };
    const { id } = await client.videos.create(body);
    const { status: deletedStatus } = await client.videos.delete(id);
    const readStatus = [];
    for (let read = 0; read < 5; read += 1) {
      readStatus.push((await client.videos.retrieve(id)).status);
    }
    const { status: deletedAgainStatus } = await client.videos.delete(id);
    return { deletedStatus, readStatus, deletedAgainStatus };
  },
  'unknown-video': (client) => client.videos.retrieve('video_unknown'),
  'retry-with-key': async (client) => [
    await echo(client, text.question, withKey('order-4711/chat')),
    await echo(client, text.question, withKey('order-4711/chat')),
  ],
  'image-retry-with-key': async (client) => {
    const body = { model: 'ref-image', prompt: text.question, size: '96x64' };
    await client.images.generate(body, withKey('order-4711/image'));
    return await client.images.generate(body, withKey('order-4711/image'));
  },
  'transcription-retry-with-key': async (client) => {
    const transcribe = async () =>
      client.audio.transcriptions.create(
        { file: await toFile(Buffer.from(text.wav, 'latin1'), 'speech.wav'), model: 'ref-echo' },
        withKey('order-4711/speech'),
      );
    await transcribe();
    return await transcribe();
  },
  'stream-retry-with-key': async (client) => [
    await streamedChat(client, 'ref-chat', question, withKey('order-4711/stream')),
    await streamedChat(client, 'ref-chat', question, withKey('order-4711/stream')),
  ],
  'responses-stream-retry-with-key': async (client) => [
    await streamedResponse(client, 'ref-responses', withKey('order-4711/responses')),
    await streamedResponse(client, 'ref-responses', withKey('order-4711/responses')),
  ],
  'retry-at-once-with-key': (client) =>
    Promise.all([1, 2].map(() => echo(client, text.question, withKey('order-4711/twice')))),
  'retry-after-stop-with-key': async (client) => {
    await stopStream(client, withKey('order-4711/stopped'));
    return await streamedChat(client, 'ref-slow', question, withKey('order-4711/stopped'));
  },
  'same-key-for-another-chat': async (client) => {
    await echo(client, text.question, withKey('order-4711/same'));
    return await echo(client, text.other, withKey('order-4711/same'));
  },
  'same-key-for-another-operation': async (client) => {
    await echo(client, text.question, withKey('order-4711/one'));
    const body = { model: 'ref-echo', input: text.question };
    return await client.responses.create(body, withKey('order-4711/one'));
  },
  'wrong-key': (client) => echo(client.withOptions({ apiKey: mistyped(client) }), text.question),
  'unknown-model': (client) =>
    client.chat.completions.create({ model: 'gpt-none', messages: question }),
  'stream-of-unknown-model': (client) => streamedChat(client, 'gpt-none', question),
  'refused-chat': (client) => echo(client, 5),
  'refused-response': (client) => client.responses.create({ model: 'ref-responses', input: 5 }),
  'refused-image': (client) =>
    client.images.generate({ model: 'ref-image', prompt: text.question, size: 'large' }),
  'too-many-images': (client) =>
    client.images.generate({ model: 'ref-image', prompt: text.question, n: 11, size: '96x64' }),
  'empty-file': async (client) => {
    const file = await toFile(Buffer.alloc(0), 'speech.wav');
    return await client.audio.transcriptions.create({ file, model: 'ref-transcription' });
  },
  'failing-model': (client) =>
    client.chat.completions.create({ model: 'ref-fail', messages: question }, withKey('order-5')),
  'failing-chat-stream': (client) => streamedChat(client, 'ref-fail-mid', question),
  'failing-responses-stream': (client) => streamedResponse(client, 'ref-fail-mid'),
  'rate-limited': (client) =>
    client.chat.completions.create({ model: 'ref-limited', messages: question }),
  'unsupported-operation': (client) =>
    client.embeddings.create({ model: 'ref-chat', input: text.question }),
};

function mistyped({ apiKey }) {
  return `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
}

answerCalls(
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (gateway) => call(clientOf(gateway))]),
  ),
);
