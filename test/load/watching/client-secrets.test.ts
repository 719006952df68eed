import { expect, test } from 'vitest';
import {
  brokenRules,
  exchangeBytes,
  judgedBy,
  keptText,
  watchReference,
  watchServer,
} from './support.ts';

const CHAT = { model: 'ref-chat', messages: [{ role: 'user', content: 'Hello' }] };

test.each([
  ['a header of the same request', { 'x-feature-key': 'finish_reason' }, ''],
  ['a query of another client', {}, '?key=finish_reason&token=choices&pass=chat.completion'],
])('a word of the interface as a secret in %s breaks no rule', async (_, headers, query) => {
  const { address, send, stop } = await watchReference();
  await (await fetch(`${new URL(address).origin}/favicon.ico${query}`)).text();
  await send('/chat/completions', { body: CHAT, headers });
  const watched = await stop();
  expect(judgedBy(watched, 'chat-choices-shape')).toBe(1);
  expect(brokenRules(watched)).toEqual([]);
});

test('what one client sends as its key changes nothing in the answers of another', async () => {
  const { send, stop } = await watchReference();
  await send('/chat/completions', { authorization: 'Bearer "finish_reason":"stop"', body: CHAT });
  await send('/chat/completions', { body: CHAT });
  expect(brokenRules(await stop())).toEqual([]);
});

const SECRET = 'q7Rz+T4v/Wm2Kx9+Bn5c8Lp==';
const AWS =
  'AWS4-HMAC-SHA256 Credential=AKIA1234567890ABCDEF/20261125/eu/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=5d41402abc4b2a76b9719d911017c592';
const DIGEST =
  'Digest username="operator-4711x", realm="gw", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c0", response="6629fae49393a05397450978507c4ef1"';

test.each([
  ['base64 in a query', `?sig=${SECRET}`, {}, {}, [SECRET, SECRET.replaceAll('+', ' ')]],
  ['base64 in a query, encoded', `?sig=${encodeURIComponent(SECRET)}`, {}, {}, [SECRET]],
  ['pass and pwd in a query', '?pass=hunter2222x&pwd=correct-horse', {}, {}, ['hunter2222x']],
  ['a name that is encoded', `?api%5Fkey=${SECRET}`, {}, {}, [SECRET]],
  ['a member of the JSON', '', {}, { api_key: 'k3y-in-a-body-1234' }, ['k3y-in-a-body-1234']],
  ['a member within the JSON', '', {}, { metadata: { pwd: 'a\\b"c-12345' } }, ['a\\b"c-12345']],
  ['a form', '', {}, 'a=1&pwd=f0rm%2B98f3a155', ['f0rm+98f3a155', 'f0rm%2B98f3a155']],
  ['a personal access token', '', { 'x-pat': 'pat-0123456789' }, {}, ['pat-0123456789']],
  ['a virtual key', '', { 'x-portkey-virtual': 'open-ai-98f3a1' }, {}, ['open-ai-98f3a1']],
  ['a configuration', '', { 'x-cfg': '{"api_key":"cfg-98f3a155"}' }, {}, ['cfg-98f3a155']],
  ['a referer', '', { referer: 'http://a.b/?key=ref-98f3a155#x' }, {}, ['ref-98f3a155']],
  ['Digest', '', { 'proxy-authorization': DIGEST }, {}, DIGEST.match(/(?<=")[^" ]{8,}(?=")/g)],
  ['AWS4', '', { 'x-authorization': AWS }, {}, AWS.match(/AKIA\w+|[\da-f]{32}/g)],
])(
  '%s stays in no report, also where it is echoed',
  async (_, query, headers, members, secrets) => {
    const echo = JSON.stringify({ echo: [secrets, headers] });
    const { address, stop } = await watchServer((socket) => {
      const head =
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=c00kie-of-the-gateway-1';
      socket.end(`${head}\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`);
    });
    const body = typeof members === 'string' ? members : JSON.stringify({ ...CHAT, ...members });
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST /chat/completions${query} HTTP/1.1\r\nHost: localhost\r\n${head.join('')}Content-Length: ${body.length}\r\n\r\n${body}`;
    expect(await exchangeBytes(address, request, 10_000)).toContain(echo);
    const watched = await stop();
    const kept = keptText(watched);
    expect(kept).toContain('/chat/completions');
    expect(kept).toContain('{\\"echo\\":[');
    for (const secret of [...(secrets ?? []), 'correct-horse', 'c00kie-of-the-gateway-1']) {
      expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  },
);

test('a value that is named like a secret and made of words is replaced where it was sent, and only there', async () => {
  const echo = '{"finish_reason":"stop"}';
  const { address, stop } = await watchServer((socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${echo}`);
  });
  const request = `POST /chat/completions?key=finish_reason HTTP/1.1\r\nHost: localhost\r\nX-Feature-Key: finish_reason\r\nContent-Length: 2\r\n\r\n{}`;
  await exchangeBytes(address, request, 10_000);
  const kept = keptText(await stop());
  expect(kept).toContain('/chat/completions?key=[key]');
  expect(kept).toContain('["x-feature-key","[x-feature-key]"]');
  expect(kept).toContain('finish_reason\\":\\"stop');
});
