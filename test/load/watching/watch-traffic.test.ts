import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import {
  brokenRules,
  connectClients,
  exchangeBytes,
  judgedBy,
  keptText,
  recorderTo,
  watchGateway,
  watchReference,
  watchServer,
} from './support.ts';

const CHAT = { model: 'ref-chat', messages: [{ role: 'user' as const, content: 'Hello' }] };

test('the calls of the openai client through a clean gateway break no rule and are all judged', async () => {
  const { address, key, stop } = await watchReference();
  const client = new OpenAI({ baseURL: address, apiKey: key });
  const answer = await client.chat.completions.create(CHAT);
  const stream = await client.chat.completions.create({ ...CHAT, stream: true });
  const chunks = await Array.fromAsync(stream);
  const file = await toFile(new Uint8Array(64), 'speech.wav');
  await client.audio.transcriptions.create({ model: 'ref-transcription', file });
  const watched = await stop();
  expect(answer.choices[0]?.message.content).toBeTypeOf('string');
  expect(chunks.length).toBeGreaterThan(2);
  expect(brokenRules(watched)).toEqual([]);
  expect(watched.result.judgedExchanges).toBe(3);
  const operations = [...watched.result.measure.series.whole().keys()];
  expect(operations.toSorted()).toEqual(['chat', 'transcription']);
  expect(judgedBy(watched, 'chat-stream-done-once-last')).toBe(1);
});

test('a fault of the gateway is found in the calls of the openai client', async () => {
  const { address, key, stop } = await watchReference({ faults: ['cs-chunk-after-done'] });
  const client = new OpenAI({ baseURL: address, apiKey: key });
  await Array.fromAsync(await client.chat.completions.create({ ...CHAT, stream: true }));
  expect(brokenRules(await stop())).toContain('chat-stream-done-once-last');
});

const RETRY = { headers: { 'idempotency-key': 'one key' } };

test('retries with one idempotency key are judged together', async () => {
  const { send, stop } = await watchReference({ faults: ['idem-no-replay'] });
  for (let sent = 0; sent < 2; sent += 1) await send('/chat/completions', { ...RETRY, body: CHAT });
  const watched = await stop();
  expect(watched.result.groups).toEqual({ judged: 1, notJudged: 0 });
  expect(brokenRules(watched).filter((id) => id.startsWith('idempotency-'))).not.toEqual([]);
});

test('one key with two different requests is not judged as a retry', async () => {
  const { send, stop } = await watchReference();
  await send('/chat/completions', { ...RETRY, body: CHAT });
  const messages = [{ role: 'user', content: 'another prompt' }];
  await send('/chat/completions', { ...RETRY, body: { ...CHAT, messages } });
  expect(brokenRules(await stop())).toEqual([]);
});

test('the requests to one video job are judged together', async () => {
  const { send, stop } = await watchReference({ videoMs: 20 });
  const created = await send('/videos', { body: { model: 'ref-video', prompt: 'A boat' } });
  const { id } = JSON.parse(created);
  await sleep(40);
  for (const method of ['GET', 'GET', 'DELETE']) await send(`/videos/${id}`, { method });
  const watched = await stop();
  expect(watched.result.groups).toEqual({ judged: 1, notJudged: 0 });
  expect(watched.result.measure.jobs.created).toBe(1);
  expect(brokenRules(watched)).toEqual([]);
});

test('every byte passes unchanged in both directions, except the Host header', async () => {
  const response =
    'HTTP/1.1 200 OK\r\nX-Odd:   two  spaces \r\nTransfer-Encoding: chunked\r\n\r\n2;ext=1\r\n{}\r\n0\r\nTrailer: 1\r\n\r\n';
  const { address, gateway } = await watchServer((socket, request) => {
    if (request.endsWith('0\r\n\r\n')) socket.write(response);
  });
  const request =
    'POST /odd HTTP/1.1\r\nhOST: localhost\r\nx-CASE: Kept\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n';
  expect(await exchangeBytes(address, request, response.length)).toBe(response);
  expect(gateway.received[0]?.toString('latin1')).toBe(
    request.replace('hOST: localhost', `Host: ${new URL(gateway.origin).host}`),
  );
});

test('bytes that are not HTTP pass through too, and are counted', async () => {
  const { address, stop } = await watchServer((socket, request) => {
    if (request.endsWith('end')) socket.write('SPEC/1.0 ready');
  });
  const odd = 'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: spec\r\n\r\nend';
  expect(await exchangeBytes(address, odd, 14)).toBe('SPEC/1.0 ready');
  expect((await stop()).unread).toBeGreaterThan(0);
});

test('keys and cookies of a client are in no exchange, even where the gateway echoes them', async () => {
  const key = 'sk-a-key-of-a-client-0123456789';
  const cookie = 'a-session-cookie-9876543210';
  const echo = JSON.stringify({ key, cookie });
  const { address, stop } = await watchServer((socket) => {
    socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\r\n${echo}`);
  });
  const response = await fetch(`${address}/chat/completions?api-key=${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, cookie: `a=1; session=${cookie}` },
    body: JSON.stringify({ note: key }),
  });
  expect(await response.text()).toBe(echo);
  const watched = await stop();
  const kept = keptText(watched);
  expect(brokenRules(watched)).toContain('auth-key-not-echoed');
  expect(kept).toContain('[API key 1]');
  expect(kept).not.toContain(key);
  expect(kept).not.toContain(cookie);
});

test('a client that disconnects during a stream is an abort, and the gateway sees it', async () => {
  const { address, key, stop } = await watchReference({ tokens: 1000, itlMs: 5 });
  const client = new OpenAI({ baseURL: address, apiKey: key });
  // Leaving the loop ends the connection of the client.
  for await (const _ of await client.chat.completions.create({ ...CHAT, stream: true })) break;
  await sleep(200);
  const { result } = await stop();
  const [chat] = [...(result.measure.series.whole().get('chat')?.values() ?? [])];
  expect(chat?.aborted).toBe(1);
});

test('a stream that a gateway ends without an error because its client disconnected is an abort, and not a fault', async () => {
  const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }] });
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
  const { address, stop } = await watchServer((socket) => {
    socket.write(`${head}${(chunk.length + 8).toString(16)}\r\ndata: ${chunk}\n\n\r\n`);
    socket.on('end', () => socket.end('0\r\n\r\n'));
  });
  const client = connect(Number(new URL(address).port), '127.0.0.1');
  const body = JSON.stringify({ ...CHAT, stream: true });
  const length = `Content-Length: ${body.length}`;
  client.write(`POST /chat/completions HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n${body}`);
  await once(client, 'data');
  client.end();
  await once(client, 'close');
  const watched = await stop();
  const [chat] = [...(watched.result.measure.series.whole().get('chat')?.values() ?? [])];
  expect(chat?.aborted).toBe(1);
  expect(brokenRules(watched).filter((id) => id.startsWith('chat-stream'))).toEqual([]);
});

test('a third key is not taken for one that was never issued', async () => {
  const { key, send, stop } = await watchReference();
  for (const each of ['ref_live_wrong-1', 'ref_live_wrong-2', key]) {
    await send('/chat/completions', { authorization: `Bearer ${each}`, body: CHAT });
  }
  expect(brokenRules(await stop())).toEqual([]);
});

test('a gateway that is not there breaks the connection of the client', async () => {
  const watching = await watchGateway('http://127.0.0.1:1');
  await expect(fetch(`${watching.address}/models`)).rejects.toThrow();
  expect((await watching.stop()).result.exchanges).toBe(1);
});

test('a port that is taken is reported', async () => {
  const { origin } = await serveInTest(() => {});
  const taken = watchGateway(origin, { port: Number(new URL(origin).port) });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a request counts as sent when it was read, however long its recording takes', async () => {
  let nowMs = 100;
  const { origin } = await serveInTest((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  // The process is busy while it records.
  const waiting = () => {
    nowMs += 50;
    return 0;
  };
  const recorder = recorderTo(origin, { now: () => nowMs, onExchange: resolve, waiting });
  const address = await connectClients(origin, recorder);
  await fetch(`${address}/videos/v1`);
  expect((await promise).timing).toMatchObject({ sendMs: 100, firstByteMs: 150 });
});
