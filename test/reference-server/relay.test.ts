import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { dig } from './support/dig.ts';
import {
  chatAnswer,
  chatEvent,
  DONE,
  FINISH,
  readChat,
  type Script,
  sendJson,
  startEvents,
  startRelay,
  UPSTREAM_KEY,
} from './support/provider.ts';
import { CHAT, start } from './support/start.ts';

const PATH = '/chat/completions';
const STREAM = { ...CHAT, stream: true };
const good: Script = (_, response) => sendJson(response, chatAnswer('Well.'));

test('relay: the provider gets the body of the caller byte for byte, and nothing else of it', async () => {
  const { gateway, provider } = await startRelay(good);
  const body = `{"model":"ref-chat", "seed": 9007199254740993,\n"messages":[{"role":"user","content":"Ça\\u0020va"}]}`;
  const headers = {
    'content-type': 'application/json',
    cookie: 'session=1',
    'x-other': '1',
    te: 'trailers',
    'accept-language': 'fr',
  };
  const response = await gateway.ask(PATH, { body, headers });
  expect(await response.json()).toEqual(chatAnswer('Well.'));
  const [request] = provider.requests;
  expect(request?.path).toBe(PATH);
  expect(request?.body.toString()).toBe(body);
  expect(request?.headers).toEqual({
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: `Bearer ${UPSTREAM_KEY}`,
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json',
    host: new URL(provider.address).host,
    'user-agent': 'assay-reference',
  });
  expect(await gateway.effects()).toBe(1);
});

test('relay: a path of the base address stays before that of the operation', async () => {
  const { provider } = await startRelay(good);
  const gateway = await start({ upstream: `${provider.address}/v1/` });
  expect((await gateway.ask(PATH, { json: CHAT })).status).toBe(200);
  expect(provider.requests[0]?.path).toBe('/v1/chat/completions');
});

test('relay: models with a behaviour of their own are answered without the provider', async () => {
  const { gateway, provider } = await startRelay(good);
  const response = await gateway.ask(PATH, { json: { ...CHAT, model: 'ref-echo' } });
  expect(dig(await response.json(), 'choices', 0, 'message', 'content')).toBe('Tell me more.');
  expect(provider.requests).toHaveLength(0);
});

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  'relay: a body in %s arrives decoded',
  async (coding) => {
    const zlib = await import('node:zlib');
    const encode = {
      gzip: gzipSync,
      deflate: zlib.deflateSync,
      br: zlib.brotliCompressSync,
      zstd: zlib.zstdCompressSync,
    }[coding];
    const { gateway } = await startRelay(({ headers }, response) => {
      const isStream = headers.accept === 'text/event-stream';
      const type = isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-encoding': coding });
      const text = isStream ? chatEvent('x') + FINISH + DONE : JSON.stringify(chatAnswer('x'));
      response.end(encode?.(text));
    });
    const answer = await gateway.ask(PATH, { json: CHAT });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.json()).toEqual(chatAnswer('x'));
    const stream = await (await gateway.ask(PATH, { json: STREAM })).text();
    expect(readChat(stream)).toEqual({ content: 'x', ends: '[DONE]' });
  },
);

test.each([
  [400, 400],
  [404, 404],
  [413, 413],
  [422, 422],
  [429, 429],
  [401, 502],
  [403, 502],
  [408, 504],
  [500, 502],
  [502, 502],
  [503, 503],
  [504, 504],
  [529, 503],
  [302, 502],
])('relay: status %i of the provider is %i for the caller', async (given, expected) => {
  for (const json of [CHAT, STREAM]) {
    const { gateway, provider } = await startRelay((_, response) => {
      response.writeHead(given, { 'retry-after': '7', location: 'http://127.0.0.1:9/' });
      response.end(JSON.stringify({ error: { message: 'Because.', code: 7 } }));
    });
    const response = await gateway.ask(PATH, { json });
    expect(response.status).toBe(expected);
    const body: unknown = await response.json();
    expect(typeof dig(body, 'error', 'message')).toBe('string');
    if (expected < 500) expect(dig(body, 'error', 'message')).toBe('Because.');
    if ([429, 503].includes(expected)) expect(response.headers.get('retry-after')).toBe('7');
    expect(provider.requests).toHaveLength(1);
    expect(await gateway.effects()).toBe(0);
  }
});

test.each([
  ['seconds', { 'retry-after': '30' }, '30'],
  ['a date', { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }, 'Fri, 31 Dec 2100 23:59:59 GMT'],
  ['milliseconds', { 'retry-after-ms': '1500' }, '2'],
  ['no valid form, as a second', { 'retry-after': 'soon' }, '1'],
])('relay: a wait in %s is passed on', async (_, headers, expected) => {
  const { gateway } = await startRelay((__, response) => {
    response.writeHead(429, headers);
    response.end();
  });
  const response = await gateway.ask(PATH, { json: CHAT });
  expect(response.headers.get('retry-after')).toBe(expected);
});

test('relay: each call has the whole deadline for its answer', async () => {
  const { gateway } = await startRelay(
    async (_, response, count) => {
      await sleep(1000);
      sendJson(response, chatAnswer('one'), count === 0 ? 503 : 200);
    },
    { relayDeadlineMs: 1800, variants: ['relay-retries-503'] },
  );
  expect((await gateway.ask(PATH, { json: CHAT })).status).toBe(200);
});

test.each([
  ['FIN', chatEvent('one '), true],
  ['RST', chatEvent('one '), false],
  ['the end without [DONE]', chatEvent('one ') + FINISH, true],
  ['[DONE] without a finish_reason', chatEvent('one ') + DONE, true],
  ['an error event', `${chatEvent('one ')}data: {"error":{"message":"No."}}\n\n${DONE}`, true],
  ['malformed JSON', `${chatEvent('one ')}data: {\n\n${FINISH}${DONE}`, true],
])('relay: a stream that ends by %s ends with an error for the caller', async (_, text, fin) => {
  const { gateway } = await startRelay(async (__, response) => {
    startEvents(response);
    response.write(text);
    await sleep(30);
    if (fin) response.end();
    else response.socket?.resetAndDestroy();
  });
  const answer = await gateway.ask(PATH, { json: STREAM, idempotencyKey: 'k' });
  const { content, ends } = readChat(await answer.text());
  expect(content).toBe('one ');
  expect(dig(JSON.parse(ends), 'error', 'type')).toBe('server_error');
  expect(await gateway.effects()).toBe(0);
});

test('relay: a failed call leaves the key free', async () => {
  const { gateway, provider } = await startRelay((_, response, count) => {
    if (count === 0) sendJson(response, {}, 500);
    else sendJson(response, chatAnswer('ok'));
  });
  const first = await gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' });
  const second = await gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' });
  expect([first.status, second.status]).toEqual([502, 200]);
  expect(provider.requests).toHaveLength(2);
});

test('relay: a request with a key is completed when its caller disconnects', async () => {
  const { gateway, provider } = await startRelay(async (_, response) => {
    startEvents(response);
    response.write(chatEvent('one '));
    await sleep(80);
    response.end(chatEvent('two') + FINISH + DONE);
  });
  const controller = new AbortController();
  const { signal } = controller;
  const first = await gateway.ask(PATH, { json: STREAM, idempotencyKey: 'k', signal });
  await first.body?.getReader().read();
  controller.abort();
  await sleep(150);
  const second = await gateway.ask(PATH, { json: STREAM, idempotencyKey: 'k' });
  expect(readChat(await second.text())).toEqual({ content: 'one two', ends: '[DONE]' });
  expect(provider.requests).toHaveLength(1);
});

test('relay: a connection that is reused often gets no more listeners', async () => {
  const warnings: string[] = [];
  const warn = (warning: Error) => void warnings.push(warning.message);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const { gateway, provider } = await startRelay((_, response) =>
    sendJson(response, chatAnswer('ok')),
  );
  for (let at = 0; at < 15; at += 1) await (await gateway.ask(PATH, { json: CHAT })).text();
  await sleep(5);
  expect(new Set(provider.requests.map(({ connection }) => connection)).size).toBe(1);
  expect(warnings).toEqual([]);
});

test('relay: a delay holds back each piece by its time, and the first token once', async () => {
  const { gateway } = await startRelay(
    async (_, response) => {
      startEvents(response);
      response.write(chatEvent('one '));
      await sleep(40);
      response.end(chatEvent('two') + FINISH + DONE);
    },
    { relayDelayMs: 300 },
  );
  const timed = async () => {
    const beganMs = performance.now();
    const answer = await gateway.ask(PATH, { json: STREAM });
    const firstMs = performance.now() - beganMs;
    const { content } = readChat(await answer.text());
    return { content, firstMs, restMs: performance.now() - beganMs - firstMs };
  };
  // A busy machine holds some answers back for longer.
  await expect
    .poll(timed, { timeout: 20_000 })
    .toSatisfy(
      ({ content, firstMs, restMs }) =>
        content === 'one two' && firstMs >= 299 && firstMs < 580 && restMs < 280,
    );
});

test('relay: subtitles of the provider pass as they are, and again for a retry', async () => {
  const { gateway } = await startRelay((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-subrip' });
    response.end(`1\n00:00:00,000 --> 00:00:01,000\nÇa va ${UPSTREAM_KEY}\n`);
  });
  const body = new FormData();
  body.set('model', 'ref-transcription');
  body.set('response_format', 'srt');
  body.set('file', new Blob(['RIFF']), 'a.wav');
  for (const _ of ['first', 'retry']) {
    const asked = { method: 'POST', body, idempotencyKey: 'one' };
    const answer = await gateway.ask('/audio/transcriptions', asked);
    expect(answer.headers.get('content-type')).toBe('application/x-subrip');
    expect(await answer.text()).toBe('1\n00:00:00,000 --> 00:00:01,000\nÇa va [removed]\n');
  }
  expect(await gateway.effects()).toBe(1);
});

/** A job that runs until it is cancelled or read `reads` times. */
function videoProvider(reads: number): Script {
  let read = 0;
  let isCancelled = false;
  return ({ method, path }, response) => {
    if (path.endsWith('/content')) {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.end(Buffer.from([0, 1, 2, 255]));
      return;
    }
    if (method === 'DELETE') isCancelled = true;
    if (method === 'GET') read += 1;
    const running = read < reads ? 'in_progress' : 'completed';
    const status = isCancelled ? 'cancelled' : running;
    const content_url = `http://provider.test/videos/vid%2F1/content`;
    sendJson(response, { id: 'vid/1', object: 'video', status, content_url });
  };
}

const VIDEO = { model: 'ref-video', prompt: 'A boat.' };
const JOB = '/videos/vid%2F1';

test('relay: a job is cancelled at the provider once', async () => {
  const { gateway, provider } = await startRelay(videoProvider(99));
  await (await gateway.ask('/videos', { json: VIDEO })).json();
  const cancel = async (): Promise<unknown> =>
    (await gateway.ask(JOB, { method: 'DELETE' })).json();
  const states = await Promise.all([cancel(), cancel(), cancel()]);
  await sleep(5);
  states.push(await cancel());
  expect(states.map((state) => dig(state, 'status'))).toEqual(states.map(() => 'cancelled'));
  expect(provider.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('relay: a cancel that fails can be repeated', async () => {
  const job = videoProvider(99);
  let failures = 0;
  const { gateway, provider } = await startRelay((request, response, count) => {
    if (request.method !== 'DELETE' || failures === 1) return job(request, response, count);
    failures += 1;
    sendJson(response, {}, 503);
  });
  await (await gateway.ask('/videos', { json: VIDEO })).json();
  expect((await gateway.ask(JOB, { method: 'DELETE' })).status).toBe(503);
  expect((await gateway.ask(JOB, { method: 'DELETE' })).status).toBe(200);
  expect(provider.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});
