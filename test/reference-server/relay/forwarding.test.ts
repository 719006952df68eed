import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dig } from '../support/dig.ts';
import {
  chatAnswer,
  chatEvent,
  closedPort,
  DONE,
  eventOf,
  FINISH,
  readChat,
  type Script,
  sendEvents,
  sendJson,
  startEvents,
  startRelay,
  UPSTREAM_KEY,
} from '../support/provider.ts';
import { CHAT, start } from '../support/start.ts';

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

test('relay: what the gateway refuses does not reach the provider', async () => {
  const { gateway, provider } = await startRelay(good);
  const headers = { 'content-type': 'application/json' };
  const statuses = [
    await gateway.ask(PATH, { json: CHAT, key: 'wrong' }),
    await gateway.ask(PATH, { body: '{"model":', headers }),
    await gateway.ask(PATH, { json: { ...CHAT, model: 'none' } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 400, 404]);
  expect(provider.requests).toHaveLength(0);
});

test('relay: a stream arrives event by event, and ends as the provider ended it', async () => {
  const { gateway } = await startRelay(async (_, response) => {
    startEvents(response);
    response.write(chatEvent('One '));
    await new Promise((resolve) => setTimeout(resolve, 60));
    response.write(chatEvent('two'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    response.end(FINISH + DONE);
  });
  const response = await gateway.ask(PATH, { json: STREAM });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const arrivals: string[] = [];
  for await (const bytes of response.body ?? []) arrivals.push(Buffer.from(bytes).toString());
  expect(arrivals[0]).toContain('One');
  expect(arrivals[0]).not.toContain('two');
  expect(readChat(arrivals.join(''))).toEqual({ content: 'One two', ends: '[DONE]' });
});

test('relay: a character arrives whole wherever the provider cuts it', async () => {
  const text = Buffer.from(chatEvent('a🌍b') + FINISH + DONE);
  const at = text.indexOf('🌍');
  for (const cut of [1, 2, 3]) {
    const { gateway } = await startRelay(async (_, response) => {
      startEvents(response);
      response.write(text.subarray(0, at + cut));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.end(text.subarray(at + cut));
    });
    const answer = await (await gateway.ask(PATH, { json: STREAM })).text();
    expect(readChat(answer)).toEqual({ content: 'a🌍b', ends: '[DONE]' });
  }
});

const LINES = ['{"choices":[{"index":0,', '"delta":{"content":"x"},"finish_reason":null}]}'];

test.each([
  ['comments', `: wait\n\n${chatEvent('x')}${FINISH}${DONE}`],
  ['CRLF', `${chatEvent('x')}${FINISH}${DONE}`.replaceAll('\n', '\r\n')],
  ['CR', `${chatEvent('x')}${FINISH}${DONE}`.replaceAll('\n', '\r')],
  ['ids and retries', `id: 1\nretry: 5\n${chatEvent('x')}id: 2\n${FINISH}${DONE}`],
  ['several data lines', `data: ${LINES.join('\ndata: ')}\n\n${FINISH}${DONE}`],
  ['a byte order mark', `\ufeff${chatEvent('x')}${FINISH}${DONE}`],
  [
    'a chunk without choices',
    `${eventOf({ choices: [], usage: {} })}${chatEvent('x')}${FINISH}${DONE}`,
  ],
])('relay: %s in the stream of the provider break nothing', async (_, stream) => {
  const bytes = Buffer.from(stream);
  const pieces = Array.from(bytes, (__, at) => bytes.subarray(at, at + 1));
  for (const parts of [[stream], pieces]) {
    const { gateway } = await startRelay((__, response) => sendEvents(response, ...parts));
    const answer = await (await gateway.ask(PATH, { json: STREAM })).text();
    expect(readChat(answer)).toEqual({ content: 'x', ends: '[DONE]' });
  }
});

test('relay: an event of 1 MiB arrives whole', async () => {
  const content = 'Ça va? '.repeat(150_000);
  const { gateway } = await startRelay((_, response) =>
    sendEvents(response, chatEvent(content), FINISH, DONE),
  );
  const answer = await (await gateway.ask(PATH, { json: STREAM })).text();
  expect(readChat(answer)).toEqual({ content, ends: '[DONE]' });
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

test.each([
  ['malformed JSON', 'application/json', '{"choices":['],
  ['an HTML page', 'text/html', '<html>Bad gateway</html>'],
  ['an empty body', 'application/json', ''],
  ['another JSON', 'application/json', '{"ok":true}'],
  ['an empty stream', 'text/event-stream', ''],
  ['malformed events', 'text/event-stream', 'data: {"choices":\n\n'],
  ['an error as the first event', 'text/event-stream', 'data: {"error":{"message":"No."}}\n\n'],
])('relay: %s instead of an answer is 502', async (_, type, body) => {
  for (const json of [CHAT, STREAM]) {
    const { gateway } = await startRelay((__, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    const response = await gateway.ask(PATH, { json });
    expect(response.status).toBe(502);
    expect(dig(await response.json(), 'error', 'type')).toBe('server_error');
    expect(await gateway.effects()).toBe(0);
  }
});

test('relay: a provider that refuses connections is 502, one that stays silent 504', async () => {
  const gateway = await start({ upstream: `http://127.0.0.1:${await closedPort()}` });
  expect((await gateway.ask(PATH, { json: CHAT })).status).toBe(502);
  const { gateway: silent, provider } = await startRelay(() => {}, { relayDeadlineMs: 100 });
  for (const json of [CHAT, STREAM]) {
    expect((await silent.ask(PATH, { json })).status).toBe(504);
  }
  await Promise.all(provider.requests.map(({ disconnected }) => disconnected));
});

test('relay: each call has the whole deadline for its answer', async () => {
  const { gateway } = await startRelay(
    async (_, response, count) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
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
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (fin) response.end();
    else response.socket?.resetAndDestroy();
  });
  const answer = await gateway.ask(PATH, { json: STREAM, idempotencyKey: 'k' });
  const { content, ends } = readChat(await answer.text());
  expect(content).toBe('one ');
  expect(dig(JSON.parse(ends), 'error', 'type')).toBe('server_error');
  expect(await gateway.effects()).toBe(0);
});

test('relay: a stream that stays silent after an event ends with an error', async () => {
  const { gateway } = await startRelay(
    (_, response) => {
      startEvents(response);
      response.write(chatEvent('one '));
    },
    { relayDeadlineMs: 100 },
  );
  const { ends } = readChat(await (await gateway.ask(PATH, { json: STREAM })).text());
  expect(ends).toContain('provider_timeout');
});

test('relay: the key of the gateway and the address of the provider are removed', async () => {
  const { gateway, provider } = await startRelay(({ body, headers }, response) => {
    const { host = '', authorization = '' } = headers;
    const message = `${authorization} at http://${host} and ${host}`;
    const { model, stream } = JSON.parse(body.toString());
    const escaped = [...authorization].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
    if (stream === true) {
      sendEvents(
        response,
        chatEvent(authorization),
        `data: {"error":{"message":"${message}"}}\n\n`,
      );
    } else if (model === 'ref-chat') {
      response.writeHead(200, { 'x-key': authorization });
      response.end(JSON.stringify(chatAnswer('KEY')).replace('KEY', escaped));
    } else sendJson(response, { error: { message, type: authorization } }, 400);
  });
  const requests = [
    gateway.ask(PATH, { json: STREAM }),
    gateway.ask(PATH, { json: CHAT }),
    gateway.ask('/responses', { json: { model: 'ref-responses', input: 'x' } }),
  ];
  for (const response of await Promise.all(requests)) {
    const text = (await response.text()) + JSON.stringify([...response.headers]);
    expect(text).toContain('Bearer [removed]');
    expect(text).not.toContain(UPSTREAM_KEY);
    expect(text).not.toContain(new URL(provider.address).host);
  }
});
