import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  chatAnswer,
  chatEvent,
  DONE,
  FINISH,
  readChat,
  sendEvents,
  sendJson,
  startEvents,
  startRelay,
} from '../support/provider.ts';
import { CHAT } from '../support/start.ts';

const PATH = '/chat/completions';
const STREAM = { ...CHAT, stream: true };

test('relay: a retry with the same key replays the answer without a call', async () => {
  const { gateway, provider } = await startRelay(({ body }, response, count) => {
    if (JSON.parse(body.toString()).stream === true) {
      sendEvents(response, chatEvent(`${count} `), chatEvent('ok'), FINISH, DONE);
    } else sendJson(response, chatAnswer(`${count} ok`));
  });
  for (const json of [CHAT, STREAM]) {
    const idempotencyKey = String(Object.keys(json).length);
    const texts: string[] = [];
    for (let retry = 0; retry < 3; retry += 1) {
      texts.push(await (await gateway.ask(PATH, { json, idempotencyKey })).text());
    }
    expect(texts[0]).toContain('ok');
    expect(new Set(texts).size).toBe(1);
  }
  expect(provider.requests).toHaveLength(2);
  expect(await gateway.effects()).toBe(2);
});

test('relay: twenty concurrent requests with one key are one call', async () => {
  const refused = Promise.withResolvers<void>();
  const { gateway, provider } = await startRelay(async (_, response) => {
    await refused.promise;
    sendJson(response, chatAnswer('ok'));
  });
  let conflicts = 0;
  const requests = Array.from({ length: 20 }, async () => {
    const { status } = await gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' });
    conflicts += status === 409 ? 1 : 0;
    if (conflicts === 19) refused.resolve();
    return status;
  });
  const statuses = await Promise.all(requests);
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(provider.requests).toHaveLength(1);
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

test.each([
  ['waits for a body', CHAT, []],
  ['waits for the first token', STREAM, []],
  ['reads a stream', STREAM, [chatEvent('one ')]],
])('relay: the call ends when a caller who %s disconnects', async (_, json, pieces) => {
  const { gateway, provider } = await startRelay((__, response) => {
    if (pieces.length === 0) return;
    startEvents(response);
    for (const piece of pieces) response.write(piece);
  });
  const controller = new AbortController();
  const asked = gateway.ask(PATH, { json, signal: controller.signal });
  asked.catch(() => {});
  if (pieces.length > 0) await (await asked).body?.getReader().read();
  while (provider.requests.length === 0) await sleep(5);
  const leftMs = performance.now();
  controller.abort();
  await provider.requests[0]?.disconnected;
  expect(performance.now() - leftMs).toBeLessThan(10_000);
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

test('relay: a pooled connection that the provider closes when it is reused causes no error', async () => {
  const { gateway, provider } = await startRelay(({ connection }, response, count) => {
    if (count > 0 && connection === 0) response.socket?.destroy();
    else sendJson(response, chatAnswer('ok'));
  });
  for (let count = 0; count < 2; count += 1) {
    expect((await gateway.ask(PATH, { json: CHAT })).status).toBe(200);
  }
  expect(provider.requests.map(({ connection }) => connection)).toEqual([0, 0, 1]);
});

test('relay: a connection that is closed on its first request is not tried again', async () => {
  const { gateway, provider } = await startRelay((_, response) => {
    response.socket?.destroy();
  });
  expect((await gateway.ask(PATH, { json: CHAT })).status).toBe(502);
  expect(provider.requests).toHaveLength(1);
});

test('relay: requests one after the other use one connection, also after a stream', async () => {
  const { gateway, provider } = await startRelay(({ headers }, response) => {
    if (headers.accept === 'text/event-stream') sendEvents(response, chatEvent('x'), FINISH, DONE);
    else sendJson(response, chatAnswer('ok'));
  });
  for (let count = 0; count < 10; count += 1) {
    await (await gateway.ask(PATH, { json: count % 2 === 0 ? CHAT : STREAM })).text();
    await sleep(5);
  }
  expect(new Set(provider.requests.map(({ connection }) => connection)).size).toBe(1);
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

test('relay: a caller who does not read holds the provider back', async () => {
  const piece = chatEvent('x'.repeat(60_000));
  let written = 0;
  const { gateway } = await startRelay(async (_, response) => {
    startEvents(response);
    while (written < 64 * 1024 * 1024 && !response.destroyed) {
      if (!response.write(piece)) {
        const waiting = new AbortController();
        const next = (event: string) => once(response, event, { signal: waiting.signal });
        await Promise.race([next('drain'), next('close')]).finally(() => waiting.abort());
      }
      written += piece.length;
    }
    response.end(FINISH + DONE);
  });
  const controller = new AbortController();
  const answer = await gateway.ask(PATH, { json: STREAM, signal: controller.signal });
  for (let early = -1; early !== written; await sleep(300)) early = written;
  expect(written).toBeLessThan(32 * 1024 * 1024);
  controller.abort();
  await answer.text().catch(() => {});
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
