import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { keyed } from '../../../src/conformance/probes/keys.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { accepted, chatRequest } from '../../../src/conformance/requests/plain.ts';
import type { JudgeRule, Probe } from '../../../src/conformance/rule.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { Budget } from '../../../src/conformance/sending/budget.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { EXPECT } from '../../support/judge-reference.ts';

const chat = () => accepted(chatRequest(EXPECT, { prompt: 'Say hello.' }));
const invalid = () => ({ operation: 'chat', body: { json: {} } }) as const;

/** A rule that accepts every answer to its probe. */
function ruleOver(run: Probe<'any'>['run']): JudgeRule<'any'> {
  return {
    id: 'a-rule',
    level: 'must',
    provenance: 'assumed',
    source: 'this test',
    statement: 'Every answer is right.',
    provenBy: 'none',
    evidence: 'any',
    operations: ['chat'],
    probe: { name: 'a-probe', run },
    judge: () => [],
  };
}

/** Judges one rule with a budget of two calls. */
async function judged(run: Probe<'any'>['run'], faults: string[] = []) {
  const server = createReferenceServer({ faults });
  const { address } = await server.listen();
  const [first] = server.keys;
  let sent = 0;
  const budget = new Budget({ limit: 2, text: '2 calls', unit: 'calls', priceOf: () => 1 });
  const gateways = createProbeGateways({
    address,
    keys: { first },
    expect: EXPECT,
    seed: 1,
    budget,
    onExchange: () => {
      sent += 1;
    },
  });
  const { outcomes, failures } = await runConformance({
    rules: [ruleOver(run)],
    profile: resolveProfile(referenceProfile, []),
    capabilities: { secondKey: false },
    target: gateways,
    timekeeping: gateways.timekeeping,
    signal: new AbortController().signal,
  });
  await gateways.close();
  await server.close(0);
  const { judged: pieces, reasons } = outcomes[0]?.tally ?? { judged: -1, reasons: [] };
  return { sent, spent: budget.spent, pieces, reasons: [...reasons], failures };
}

const SPENT = {
  pieces: 0,
  reasons: ['the budget of 2 calls was spent before its probe ended'],
  failures: [],
};
const WITHIN = { reasons: [], failures: [] };

describe('a budget of two calls', () => {
  test('does not send a third call, and its rule could not be verified', async () => {
    const three = await judged(async (gateway) => [
      await gateway.send(chat()),
      await gateway.send(chat()),
      await gateway.send(chat()),
    ]);
    expect(three).toEqual({ sent: 2, spent: 2, ...SPENT });
  });

  test('sends none of three concurrent calls', async () => {
    const three = await judged((gateway) => gateway.together([chat(), chat(), chat()]));
    expect(three).toEqual({ sent: 0, spent: 0, ...SPENT });
  });

  test('counts neither refused requests nor reads of a video job', async () => {
    const many = await judged(async (gateway) => [
      await gateway.send(invalid()),
      await gateway.send({ ...chatRequest(EXPECT, { prompt: 'Say hello.' }), credential: 'none' }),
      await gateway.send({ operation: 'video-read', id: 'none' }),
      await gateway.send(chat()),
      await gateway.send(chat()),
    ]);
    expect(many).toEqual({ sent: 5, spent: 2, pieces: 5, ...WITHIN });
  });

  test('counts a request and its retries under one key once', async () => {
    const retries = await judged(async (gateway) => [
      ...(await gateway.together([1, 2, 3].map((attempt) => keyed(chat(), 'a-key', attempt)))),
      await gateway.send(keyed(chat(), 'a-key', 4)),
      await gateway.send(chat()),
    ]);
    expect(retries).toEqual({ sent: 5, spent: 2, pieces: 5, ...WITHIN });
  });

  test('counts every result of a gateway that executes retries again, and ends then', async () => {
    const retries = await judged(
      async (gateway) => [
        await gateway.send(keyed(chat(), 'a-key')),
        await gateway.send(keyed(chat(), 'a-key', 2)),
        await gateway.send(keyed(chat(), 'a-key', 3)),
        await gateway.send(keyed(chat(), 'a-key', 4)),
      ],
      ['idem-no-replay'],
    );
    expect(retries).toEqual({ sent: 3, spent: 3, ...SPENT });
  });

  test('counts a request whose answer is lost, and its retry not again', async () => {
    const lost = await judged(async (gateway) => [
      await gateway.send({ ...keyed(chat(), 'a-key'), disconnectAfterMs: 1 }),
      await gateway.send(keyed(chat(), 'a-key', 2)),
    ]);
    expect(lost).toMatchObject({ sent: 2, spent: 1 });
  });
});
