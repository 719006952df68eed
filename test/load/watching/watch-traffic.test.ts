import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../reference-server/support/start.ts';
import { tcpServer } from '../../support/tcp-server.ts';
import { brokenRules, exchangeBytes, judgedBy, keptText, watchGateway } from './support.ts';

const CHAT = { model: 'ref-chat', messages: [{ role: 'user' as const, content: 'Hello' }] };

test('the calls of the openai client through a clean gateway break no rule and are all judged', async () => {
  const gateway = await start();
  const watching = await watchGateway(gateway.address);
  const client = new OpenAI({ baseURL: watching.address, apiKey: gateway.keys[0] });
  const answer = await client.chat.completions.create(CHAT);
  const chunks = await Array.fromAsync(
    await client.chat.completions.create({ ...CHAT, stream: true }),
  );
  await client.audio.transcriptions.create({
    model: 'ref-transcription',
    file: await toFile(new Uint8Array(64), 'speech.wav'),
  });
  const watched = await watching.stop();
  expect(answer.choices[0]?.message.content).toBeTypeOf('string');
  expect(chunks.length).toBeGreaterThan(2);
  expect(brokenRules(watched)).toEqual([]);
  expect(watched.result.judgedExchanges).toBe(3);
  expect([...watched.result.measure.series.whole().keys()].toSorted()).toEqual([
    'chat',
    'transcription',
  ]);
  expect(judgedBy(watched, 'chat-stream-done-once-last')).toBe(1);
});

test('a fault of the gateway is found in the calls of the openai client', async () => {
  const gateway = await start({ faults: ['cs-chunk-after-done'] });
  const watching = await watchGateway(gateway.address);
  const client = new OpenAI({ baseURL: watching.address, apiKey: gateway.keys[0] });
  await Array.fromAsync(await client.chat.completions.create({ ...CHAT, stream: true }));
  expect(brokenRules(await watching.stop())).toContain('chat-stream-done-once-last');
});

test('retries with one idempotency key are judged together', async () => {
  const gateway = await start({ faults: ['idem-no-replay'] });
  const watching = await watchGateway(gateway.address);
  await retryWith('one key', watching.address, gateway.keys[0]);
  const watched = await watching.stop();
  expect(watched.result.groups).toEqual({ judged: 1, notJudged: 0 });
  expect(brokenRules(watched).filter((id) => id.startsWith('idempotency-'))).not.toEqual([]);
});

test('one key with two different requests is not judged as a retry', async () => {
  const gateway = await start();
  const watching = await watchGateway(gateway.address);
  await retryWith('one key', watching.address, gateway.keys[0], 'another prompt');
  expect(brokenRules(await watching.stop())).toEqual([]);
});

test('the requests to one video job are judged together', async () => {
  const gateway = await start({ videoMs: 20 });
  const watching = await watchGateway(gateway.address);
  const authorization = `Bearer ${gateway.keys[0]}`;
  const created = await fetch(`${watching.address}/videos`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'ref-video', prompt: 'A boat' }),
  });
  const job: unknown = await created.json();
  const id = typeof job === 'object' && job !== null && 'id' in job ? job.id : undefined;
  await sleep(40);
  for (const method of ['GET', 'GET', 'DELETE']) {
    await (
      await fetch(`${watching.address}/videos/${id}`, { method, headers: { authorization } })
    ).text();
  }
  const watched = await watching.stop();
  expect(watched.result.groups).toEqual({ judged: 1, notJudged: 0 });
  expect(watched.result.measure.jobs.created).toBe(1);
  expect(brokenRules(watched)).toEqual([]);
});

test('every byte passes unchanged in both directions, except the Host header', async () => {
  const response =
    'HTTP/1.1 200 OK\r\nX-Odd:   two  spaces \r\nTransfer-Encoding: chunked\r\n\r\n2;ext=1\r\n{}\r\n0\r\nTrailer: 1\r\n\r\n';
  const gateway = await tcpServer((socket, request) => {
    if (request.endsWith('0\r\n\r\n')) socket.write(response);
  });
  onTestFinished(() => gateway.close());
  const watching = await watchGateway(gateway.origin);
  const request =
    'POST /odd HTTP/1.1\r\nhOST: localhost\r\nx-CASE: Kept\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n';
  expect(await exchangeBytes(watching.address, request, response.length)).toBe(response);
  expect(gateway.received[0]?.toString('latin1')).toBe(
    request.replace('hOST: localhost', `Host: ${new URL(gateway.origin).host}`),
  );
});

test('bytes that are not HTTP pass through too, and are counted', async () => {
  const gateway = await tcpServer((socket, request) => {
    if (request.endsWith('end')) socket.write('SPEC/1.0 ready');
  });
  onTestFinished(() => gateway.close());
  const watching = await watchGateway(gateway.origin);
  const odd = 'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: spec\r\n\r\nend';
  expect(await exchangeBytes(watching.address, odd, 14)).toBe('SPEC/1.0 ready');
  expect((await watching.stop()).unread).toBeGreaterThan(0);
});

test('keys and cookies of a client are in no exchange, even where the gateway echoes them', async () => {
  const key = 'sk-a-key-of-a-client-0123456789';
  const cookie = 'a-session-cookie-9876543210';
  const echo = JSON.stringify({ key, cookie });
  const gateway = await tcpServer((socket) => {
    socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\r\n${echo}`);
  });
  onTestFinished(() => gateway.close());
  const watching = await watchGateway(gateway.origin);
  const response = await fetch(`${watching.address}/chat/completions?api-key=${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, cookie: `a=1; session=${cookie}` },
    body: JSON.stringify({ note: key }),
  });
  expect(await response.text()).toBe(echo);
  const watched = await watching.stop();
  const kept = keptText(watched);
  expect(brokenRules(watched)).toContain('auth-key-not-echoed');
  expect(kept).toContain('[API key 1]');
  expect(kept).not.toContain(key);
  expect(kept).not.toContain(cookie);
});

test('a client that disconnects during a stream is an abort, and the gateway sees it', async () => {
  const gateway = await start({ tokens: 1000, itlMs: 5 });
  const watching = await watchGateway(gateway.address);
  const stopping = new AbortController();
  const response = await fetch(`${watching.address}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...CHAT, stream: true }),
    signal: stopping.signal,
  });
  await response.body?.getReader().read();
  stopping.abort();
  await sleep(200);
  const { result } = await watching.stop();
  const [chat] = [...(result.measure.series.whole().get('chat')?.values() ?? [])];
  expect(chat?.aborted).toBe(1);
});

test('a stream that a gateway ends without an error because its client disconnected is an abort, and not a fault', async () => {
  const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }] });
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
  const gateway = await tcpServer((socket) => {
    socket.write(`${head}${(chunk.length + 8).toString(16)}\r\ndata: ${chunk}\n\n\r\n`);
    socket.on('end', () => socket.end('0\r\n\r\n'));
  });
  onTestFinished(() => gateway.close());
  const watching = await watchGateway(gateway.origin);
  const { port } = new URL(watching.address);
  const client = connect(Number(port), '127.0.0.1');
  const body = JSON.stringify({ ...CHAT, stream: true });
  const length = `Content-Length: ${body.length}`;
  client.write(`POST /chat/completions HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n${body}`);
  await once(client, 'data');
  client.end();
  await once(client, 'close');
  const watched = await watching.stop();
  const [chat] = [...(watched.result.measure.series.whole().get('chat')?.values() ?? [])];
  expect(chat?.aborted).toBe(1);
  expect(brokenRules(watched).filter((id) => id.startsWith('chat-stream'))).toEqual([]);
});

test('a third key is not taken for one that was never issued', async () => {
  const gateway = await start();
  const watching = await watchGateway(gateway.address);
  const wrong = ['Bearer ref_live_wrong-1', 'Bearer ref_live_wrong-2'];
  for (const authorization of [...wrong, `Bearer ${gateway.keys[0]}`]) {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${watching.address}/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(CHAT),
    });
    await response.text();
  }
  expect(brokenRules(await watching.stop())).toEqual([]);
});

test('a gateway that is not there breaks the connection of the client', async () => {
  const watching = await watchGateway('http://127.0.0.1:1');
  await expect(fetch(`${watching.address}/models`)).rejects.toThrow();
  const { result } = await watching.stop();
  expect(result.exchanges).toBe(1);
});

test('a port that is taken is reported', async () => {
  const gateway = await tcpServer(() => {});
  onTestFinished(() => gateway.close());
  const port = Number(new URL(gateway.origin).port);
  await expect(watchGateway(gateway.origin, { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

async function retryWith(
  idempotencyKey: string,
  address: string,
  key: string,
  second = 'Hello',
): Promise<void> {
  for (const content of ['Hello', second]) {
    const response = await fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ model: CHAT.model, messages: [{ role: 'user', content }] }),
    });
    await response.text();
  }
}
