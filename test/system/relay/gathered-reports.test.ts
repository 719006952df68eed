import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { Upstream } from '../../../src/target/upstream/upstream.ts';
import { harvest } from '../load/load-run.ts';

const NEVER_MS = 600_000;
const CHATS = 3;
/** Between two requests of the engine. */
const APART_MS = 50;

test('upstream: exchanges that it reports together come with the next frame that cannot wait', async () => {
  const upstream = await Upstream.start({
    engine: await findEngine(),
    listen: '127.0.0.1:0',
    secrets: [],
    reportEveryMs: NEVER_MS,
  });
  onTestFinished(() => upstream.stop());
  let reported = 0;
  upstream.observe(() => {
    reported += 1;
  });
  for (let chat = 0; chat < CHATS; chat += 1) {
    const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] });
    const answer = await fetch(`${upstream.address}/v1/chat/completions`, { method: 'POST', body });
    await answer.text();
  }
  expect(reported).toBe(0);
  // The upstream notes the end of an answer when its client may have read it already.
  const afterTheNextFrame = async () => {
    await upstream.caughtUp();
    return reported;
  };
  await expect.poll(afterTheNextFrame).toBe(CHATS);
});

test('engine: exchanges that it reports together come with its health, once a second', async () => {
  const server = createReferenceServer({ ttftMs: 1, itlMs: 0 });
  const { address } = await server.listen();
  onTestFinished(() => server.close(0));
  let reports = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  const { exchanges } = await harvest(
    { scenario: 'chat', arrivalRate: '20/s', duration: '1s' },
    { address, keys: { first: server.keys[0] } },
    {
      reportEveryMs: NEVER_MS,
      observer: {
        exchange() {
          const nowMs = performance.now();
          if (nowMs - latestMs > APART_MS / 2) reports += 1;
          latestMs = nowMs;
        },
      },
    },
  );
  expect(exchanges).toHaveLength(20);
  expect(reports).toBeLessThan(10);
});
