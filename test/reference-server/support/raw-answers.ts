import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { dig } from './dig.ts';
import { CHAT, type Started, start } from './start.ts';
import { head, wire } from './wire.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What a gateway answers, byte for byte as Latin-1, to one kind of request. */
export type Ask = (options: ReferenceOptions) => Promise<string>;

const TEXT = 'Ça va / 世界 🌍?';
const MESSAGES = [{ role: 'user', content: TEXT }];
const VIDEO = { model: 'ref-video', prompt: 'A boat.' };
const FORM = [
  '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nref-transcription\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\r\n--b--\r\n',
].join('');

const AS_VTT = '--b\r\nContent-Disposition: form-data; name="response_format"\r\n\r\nvtt\r\n';

const json = (path: string, body: object, ...headers: readonly string[]): Sent => ({
  method: 'POST',
  path,
  headers: ['Content-Type: application/json', ...headers],
  body: JSON.stringify(body),
});

const chat = { model: 'ref-echo', messages: MESSAGES };
const toolChat = {
  model: 'ref-chat',
  messages: [{ role: 'user', content: 'Use find_boat and find_harbour.' }],
  tools: ['find_boat', 'find_harbour'].map((name) => ({ type: 'function', function: { name } })),
};
const { messages: toolInput, tools } = toolChat;
const toolResponses = {
  model: 'ref-chat',
  input: toolInput,
  tools: tools.map(({ function: { name } }) => ({ type: 'function', name })),
};
const responses = { model: 'ref-echo', input: TEXT };
const images = { model: 'ref-image', prompt: 'A boat.', size: '37x21' };

const once =
  (sent: Sent): Ask =>
  async (options) =>
    await bytesOf(await start(options), sent);

export const ASKS = {
  chat: once(json('/chat/completions', chat)),
  'chat, gzip accepted': once(json('/chat/completions', chat, 'Accept-Encoding: gzip')),
  'chat stream': once(json('/chat/completions', { ...chat, stream: true })),
  'chat stream of choices': once(json('/chat/completions', { ...chat, n: 2, stream: true })),
  'chat in JSON': once(
    json('/chat/completions', {
      ...chat,
      model: 'ref-chat',
      response_format: { type: 'json_object' },
    }),
  ),
  'tool chat': once(json('/chat/completions', toolChat)),
  'tool chat stream': once(json('/chat/completions', { ...toolChat, stream: true })),
  responses: once(json('/responses', responses)),
  'responses stream': once(json('/responses', { ...responses, stream: true })),
  'tool responses stream': once(json('/responses', { ...toolResponses, stream: true })),
  images: once(json('/images/generations', images)),
  'unknown model': once(json('/chat/completions', { ...chat, model: 'none' })),
  'wrong type': once(json('/chat/completions', { ...chat, temperature: 'hot' })),
  transcription: once({
    method: 'POST',
    path: '/audio/transcriptions',
    headers: ['Content-Type: multipart/form-data; boundary=b'],
    body: FORM,
  }),
  subtitles: once({
    method: 'POST',
    path: '/audio/transcriptions',
    headers: ['Content-Type: multipart/form-data; boundary=b'],
    body: AS_VTT + FORM,
  }),
  'wrong media type': once({
    method: 'POST',
    path: '/chat/completions',
    headers: ['Content-Type: text/plain'],
    body: JSON.stringify(chat),
  }),
  'no key': once({ method: 'GET', path: '/videos/1', headers: ['Authorization:'], body: '' }),
  'unknown key': once({
    method: 'GET',
    path: '/videos/1',
    headers: ['Authorization: Bearer sk-nope_live_abcdefghpqrs'],
    body: '',
  }),
  'unknown video': once({ method: 'GET', path: '/videos/none', headers: [], body: '' }),
  picture,
  'no more requests': noMoreRequests,
  'chat after a refusal': chatAfterRefusal,
  'twenty chats': twentyChats,
  'retry in flight': retryInFlight,
  'key of another operation': async (options) => {
    const gateway = await start(options);
    await bytesOf(gateway, json('/chat/completions', chat, 'Idempotency-Key: k'));
    return await bytesOf(gateway, json('/videos', VIDEO, 'Idempotency-Key: k'));
  },
  'replayed chat stream': async (options) => {
    const gateway = await start({ ...options, itlMs: 100 });
    const sent = json('/chat/completions', { ...chat, stream: true }, 'Idempotency-Key: k');
    await bytesOf(gateway, sent);
    return await bytesOf(gateway, sent);
  },
  'video created': once(json('/videos', VIDEO)),
  'video read at once': async (options) => {
    const gateway = await start({ ...options, videoMs: 60_000 });
    return await readVideo(gateway, await createVideo(gateway));
  },
  'video that runs': (options) => videoThat('in_progress', { ...options, videoMs: 4000 }),
  'video completed': (options) => videoThat('completed', { ...options, videoMs: 20 }),
  'video content': async (options) => {
    const gateway = await start({ ...options, videoMs: 20 });
    const id = await createVideo(gateway);
    await sleep(60);
    const path = `/videos/${id}/content`;
    return await bytesOf(gateway, { method: 'GET', path, headers: ['Range: bytes=0-9'], body: '' });
  },
  'video failed': (options) => videoThat('failed', { ...options, videoMs: 20 }, 'ref-fail-video'),
  'video cancelled': async (options) => {
    const gateway = await start({ ...options, videoMs: 60_000 });
    return await readVideo(gateway, await createVideo(gateway), 'DELETE');
  },
  'video cancelled twice': async (options) => {
    const gateway = await start({ ...options, videoMs: 60_000 });
    const id = await createVideo(gateway);
    await readVideo(gateway, id, 'DELETE');
    return await readVideo(gateway, id, 'DELETE');
  },
  'cancelled video': async (options) => {
    const gateway = await start({ ...options, videoMs: 60_000 });
    const id = await createVideo(gateway);
    await readVideo(gateway, id, 'DELETE');
    return await readVideo(gateway, id);
  },
} as const satisfies Record<string, Ask>;

async function picture(options: ReferenceOptions): Promise<string> {
  const gateway = await start(options);
  const response = await gateway.ask('/images/generations', { json: images });
  const base64 = String(dig(await response.json(), 'data', 0, 'b64_json'));
  return Buffer.from(base64, 'base64').toString('latin1');
}

/** The state of the connection in the second after an answer. */
async function noMoreRequests(options: ReferenceOptions): Promise<string> {
  const gateway = await start(options);
  const socket = await wire(gateway);
  socket.write(`${head(gateway, '/chat/completions', 'Content-Length: 2')}{}`);
  await socket.until(/HTTP\/1\.1 400 /);
  return await Promise.race([socket.closed().then(() => 'closed'), sleep(1000, 'kept')]);
}

/** What happens to a chat on the connection of one that was refused. */
async function chatAfterRefusal(options: ReferenceOptions): Promise<string> {
  const gateway = await start(options);
  const socket = await wire(gateway);
  socket.write(`${head(gateway, '/chat/completions', 'Content-Length: 2')}{}`);
  await socket.until(/HTTP\/1\.1 400 /);
  const body = JSON.stringify(chat);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  socket.write(`${head(gateway, '/chat/completions', length)}${body}`);
  return await Promise.race([
    socket.closed().then(() => 'closed'),
    socket.until(/HTTP\/1\.1 200 /).then(() => 'served'),
  ]);
}

async function twentyChats(options: ReferenceOptions): Promise<string> {
  const gateway = await start(options);
  let answers = '';
  for (let count = 0; count < 20; count += 1) {
    answers += await bytesOf(gateway, json('/chat/completions', CHAT));
  }
  return answers;
}

/** The statuses of a request and of its retry, which comes while the first is in flight. */
async function retryInFlight(options: ReferenceOptions): Promise<string> {
  const gateway = await start({ ...options, ttftMs: 100 });
  const ask = () => gateway.ask('/chat/completions', { json: CHAT, idempotencyKey: 'k' });
  const answers = await Promise.all([ask(), ask()]);
  return answers.map(({ status }) => status).join(' ');
}

async function createVideo(gateway: Started, model = VIDEO.model): Promise<string> {
  const response = await gateway.ask('/videos', { json: { ...VIDEO, model } });
  return String(dig(await response.json(), 'id'));
}

async function readVideo(gateway: Started, id: string, method = 'GET'): Promise<string> {
  const path = `/videos/${encodeURIComponent(id)}`;
  return await bytesOf(gateway, { method, path, headers: [], body: '' });
}

/** The read of a job that has come to a status. */
async function videoThat(
  status: string,
  options: ReferenceOptions,
  model?: string,
): Promise<string> {
  const gateway = await start(options);
  const id = await createVideo(gateway, model);
  for (;;) {
    const read = await readVideo(gateway, id);
    if (read.includes(`"status":"${status}"`)) return read;
    await sleep(20);
  }
}

/**
 * Sends a request over a connection of its own, and after it one that closes it: so the first
 * need not ask for that, and the gateway is free to close or to go on.
 */
async function bytesOf(gateway: Started, sent: Sent): Promise<string> {
  const { method, path, headers, body } = sent;
  const hasKey = headers.some((header) => header.startsWith('Authorization:'));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(hasKey ? [] : [`Authorization: Bearer ${gateway.keys[0]}`]),
    ...headers.filter((header) => header !== 'Authorization:'),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const socket = await wire(gateway);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await socket.closed();
  const received = socket.received();
  const end = received.lastIndexOf('HTTP/1.1 200 OK');
  return received.endsWith('"gateway":"assay-reference"}') ? received.slice(0, end) : received;
}
