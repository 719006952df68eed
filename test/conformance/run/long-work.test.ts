import { expect, onTestFinished, test } from 'vitest';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { billableRequest } from '../../../src/conformance/requests/plain.ts';
import type { Probe, Rule } from '../../../src/conformance/rule.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { tcpServer } from '../../support/tcp-server.ts';

const PROFILE = resolveProfile(referenceProfile, []);
const BODY = '{"id":"a"}';
const WHOLE = `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

interface Order {
  readonly name: string;
  readonly requests: number;
  /** How long one answer is judged. */
  readonly judgedMs?: number;
  readonly onJudged?: () => void;
}

function ruleOf({ name, requests, judgedMs = 0, onJudged }: Order): Rule<'any'> {
  const probe: Probe<'any'> = {
    name,
    async run(gateway) {
      const exchanges = [];
      for (let count = 0; count < requests; count += 1) {
        exchanges.push(
          await gateway.send(billableRequest(gateway.expect, 'chat', gateway.nonce())),
        );
      }
      return exchanges;
    },
  };
  return {
    id: name,
    level: 'must',
    provenance: 'assumed',
    source: 'this test',
    statement: 'An answer is judged.',
    provenBy: 'nothing',
    evidence: 'any',
    operations: ['chat'],
    probe,
    judge() {
      const untilMs = performance.now() + judgedMs;
      while (performance.now() < untilMs);
      onJudged?.();
      return [];
    },
  };
}

/** Judges a gateway that answers each request after a while. */
async function judged(orders: readonly Order[], answerMs: number, probeDeadlineMs?: number) {
  const server = await tcpServer((socket) => void setTimeout(() => socket.end(WHOLE), answerMs));
  const gateways = createProbeGateways({
    address: server.origin,
    keys: { first: 'k_live_1234567' },
    expect: PROFILE.expect,
    seed: 1,
  });
  onTestFinished(async () => {
    await gateways.close();
    await server.close();
  });
  return await runConformance({
    rules: orders.map(ruleOf),
    profile: PROFILE,
    capabilities: { secondKey: false },
    target: gateways,
    signal: new AbortController().signal,
    ...(probeDeadlineMs !== undefined && { probeDeadlineMs }),
  });
}

test('a probe that exceeds its deadline is cut: its rules could not be verified, those of others are judged', async () => {
  const startMs = performance.now();
  const { outcomes } = await judged(
    [
      { name: 'a-long-probe', requests: 1000 },
      { name: 'a-short-probe', requests: 1 },
    ],
    20,
    400,
  );
  expect(performance.now() - startMs).toBeLessThan(10_000);
  const [long, short] = outcomes.map(({ tally }) => tally);
  expect([...(long?.reasons ?? [])]).toEqual([
    'its probe did not finish within 0.4 s (raise probeDeadlineMs)',
  ]);
  expect(short?.judged).toBe(1);
});

test('judging many answers pauses for timers and signals', async () => {
  let most = 0;
  let sinceTick = 0;
  const ticking = setInterval(() => {
    sinceTick = 0;
  }, 1);
  const onJudged = (): void => {
    sinceTick += 1;
    most = Math.max(most, sinceTick);
  };
  await judged([{ name: 'a-probe', requests: 80, judgedMs: 50, onJudged }], 0);
  clearInterval(ticking);
  // A turn of the loop may judge what it has before it looks at its timers.
  expect(most).toBeLessThan(5);
});
