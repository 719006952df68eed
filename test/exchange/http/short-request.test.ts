import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { requestShort } from '../../../src/exchange/http/short-request.ts';
import { loopbackServer } from '../../support/loopback-server.ts';

const LIMITS = { largestBytes: 100, deadlineMs: 5000 };

async function shortly(listener: RequestListener, limits = LIMITS) {
  return requestShort(`http://${await loopbackServer(listener)}/short`, limits);
}

test('short request: JSON is posted, and the status and the text are returned', async () => {
  const host = await loopbackServer(async (request, response) => {
    const { method, headers } = request;
    response.writeHead(201).end(`${method} ${headers['content-type']} ${await text(request)}`);
  });
  const answer = await requestShort(`http://${host}`, { method: 'POST', json: [1], ...LIMITS });
  expect(answer).toMatchObject({ status: 201, text: 'POST application/json [1]' });
});

test('short request: a redirect is not followed', async () => {
  const { status } = await shortly((_, response) =>
    response.writeHead(302, { location: '/' }).end(),
  );
  expect(status).toBe(302);
});

test.each<[name: string, listener: RequestListener, limits?: typeof LIMITS]>([
  ['a longer body', (_, response) => response.end('a'.repeat(101))],
  ['a body without an end', (_, response) => response.write('a'), { ...LIMITS, deadlineMs: 100 }],
  ['silence', () => {}, { ...LIMITS, deadlineMs: 100 }],
  ['a connection that closes', ({ socket }) => socket.destroy()],
  ['a body that is cut', ({ socket }, response) => response.write('a', () => socket.destroy())],
  [
    'another protocol',
    ({ socket }) =>
      socket.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
])('short request: %s is an error', async (_name, listener, limits) => {
  await expect(shortly(listener, limits)).rejects.toThrow(/./);
});
