import { expect, onTestFinished, test } from 'vitest';
import { targetTrouble } from '../../../src/commands/target/target-gone.ts';
import { tcpServer } from '../../support/tcp-server.ts';

/** No server listens at port 1. */
const GONE = {
  kind: 'remote',
  address: 'http://127.0.0.1:1',
  keys: { first: 'test_live_0123456789' },
} as const;

async function answering() {
  const server = await tcpServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  onTestFinished(() => server.close());
  return { ...GONE, address: server.origin };
}

const goneDuring = (during: readonly string[]) => ({ gone: { during, atMs: performance.now() } });

test.each([
  [['slow'], 'It stopped during the probe slow.'],
  [['slow', 'large'], 'It stopped during one of the probes slow, large.'],
])('target: one that no longer responds is reported with the probes %j', async (probes, said) => {
  expect(await targetTrouble(GONE, goneDuring(probes))).toBe(
    `The target no longer responds: http://127.0.0.1:1. ${said} Check its logs for that moment, restart it, and repeat the run.`,
  );
});

test('target: one that stalled and responds again needs no restart', async () => {
  const target = await answering();
  expect(await targetTrouble(target, goneDuring(['slow']))).toMatch(
    /^The target stalled: .* It responded again, [\d.]+ m?s later\. Check its logs for that moment, and repeat the run\.$/,
  );
});

test('target: the time without a byte counts from the last one, under load', async () => {
  const load = {
    targetLoss: { afterMs: 5000, forMs: 12_000, unanswered: 40 },
    originUnixMs: Date.now() - 65_000,
    health: { notStarted: 0 },
  };
  const what = await targetTrouble(await answering(), { load });
  expect(what).toMatch(
    /40 requests had no response in the last 12 s\. It responded again after 1 min/,
  );
});
