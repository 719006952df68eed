import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, start } from './support/start.ts';
import { head, wire } from './support/wire.ts';

const JSON_PATHS = ['/chat/completions', '/responses', '/images/generations', '/videos'];
const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['truncated', '{"model":"ref-chat"'],
  ['with a trailing comma', '{"model":"ref-chat",}'],
  ['with NaN', '{"temperature":NaN}'],
  ['empty', ''],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"x"'],
  ['nested 10 000 deep', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
])('errors: a body that is %s returns 400 with the wrapper', async (_, body) => {
  const gateway = await start();
  for (const path of JSON_PATHS) {
    const response = await gateway.ask(path, { body, headers: JSON_TYPE });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringMatching(/\S/),
        type: 'invalid_request_error',
        param: null,
        code: expect.toSatisfy((code) => code === null || typeof code === 'string'),
      },
    });
  }
  expect((await gateway.ask('/chat/completions', { json: CHAT })).status).toBe(200);
});

test('errors: a body that is not UTF-8 returns 400', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  socket.write(head(gateway, '/chat/completions', `Content-Length: ${body.length}`));
  socket.write(body);
  expect((await socket.until(/HTTP\/1.1 (\d+)/))[1]).toBe('400');
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'errors: a JSON body declared %s returns 415',
  async (type) => {
    const gateway = await start();
    const headers = { 'content-type': type };
    const response = await gateway.ask('/chat/completions', { json: CHAT, headers });
    expect(response.status).toBe(415);
  },
);

test.each(['application/json; charset=utf-8', 'Application/JSON'])(
  'errors: a JSON body declared %s is accepted',
  async (type) => {
    const gateway = await start();
    const headers = { 'content-type': type };
    const response = await gateway.ask('/chat/completions', { json: CHAT, headers });
    expect(response.status).toBe(200);
  },
);

test('errors: a JSON body of 64 MiB returns 413, and the next request works', async () => {
  const gateway = await start();
  const body = `{"a":"${'x'.repeat(64 * 1024 * 1024)}"}`;
  const response = await gateway.ask('/chat/completions', { body, headers: JSON_TYPE });
  expect(response.status).toBe(413);
  expect((await gateway.ask('/chat/completions', { json: CHAT })).status).toBe(200);
});

test('errors: a temperature of 1e400 is refused', async () => {
  const gateway = await start();
  const body = JSON.stringify({ ...CHAT, temperature: 7 }).replace(':7', ':1e400');
  const response = await gateway.ask('/chat/completions', { body, headers: JSON_TYPE });
  expect(response.status).toBe(400);
  expect(dig(await response.json(), 'error', 'param')).toBe('temperature');
});

test('errors: an unknown path returns 404', async () => {
  const gateway = await start();
  for (const path of [
    '/',
    '/v1/chat/completions',
    '/chat/completions/',
    '/videos/a/b',
    '/videos/',
  ]) {
    const response = await gateway.ask(path);
    expect(response.status).toBe(404);
    expect(dig(await response.json(), 'error', 'code')).toBe('unknown_path');
  }
});

test.each([
  ['GET', '/chat/completions', 'POST, OPTIONS'],
  ['PATCH', '/responses', 'POST, OPTIONS'],
  ['PUT', '/videos/video_1', 'GET, DELETE, OPTIONS'],
  ['HEAD', '/videos', 'POST, OPTIONS'],
])('errors: %s %s returns 405 with Allow', async (method, path, allow) => {
  const gateway = await start();
  const response = await gateway.ask(path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allow);
});

test('errors: a header of 100 kB returns 431 with the wrapper', async () => {
  const gateway = await start();
  const socket = await wire(gateway);
  socket.write(head(gateway, '/chat/completions', `X-Long: ${'x'.repeat(100_000)}`));
  await socket.until(/HTTP\/1.1 431 .*\r\n\r\n\{"error":\{"message":/s);
  await socket.closed();
});
