import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { chatRequest } from '../../../src/conformance/probes/requests.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { JudgeRule, Probe } from '../../../src/conformance/rule.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { Budget, BudgetSpent } from '../../../src/conformance/sending/budget.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { EXPECT } from '../../support/judge-reference.ts';

const chat = () => chatRequest(EXPECT, { prompt: 'Say hello.' });

/** A rule that is content with every answer that its probe brings. */
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

/** Judges one rule with a budget of two billable calls to each operation. */
async function judged(run: Probe<'any'>['run']) {
  const server = createReferenceServer();
  const { address } = await server.listen();
  const [first] = server.keys;
  let sent = 0;
  const gateways = createProbeGateways({
    address,
    keys: { first },
    expect: EXPECT,
    seed: 1,
    budget: new Budget(2),
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
  return { sent, pieces, reasons: [...reasons], failures };
}

const SPENT = {
  pieces: 0,
  reasons: ['the budget of 2 billable calls to chat was spent before its probe ended'],
  failures: [],
};

test('budget: a third sequential call is not sent, and its rule could not be verified', async () => {
  const three = await judged(async (gateway) => [
    await gateway.send(chat()),
    await gateway.send(chat()),
    await gateway.send(chat()),
  ]);
  expect(three).toEqual({ sent: 2, ...SPENT });
});

test('budget: three concurrent calls beyond it are neither sent nor counted', async () => {
  const three = await judged((gateway) => gateway.together([chat(), chat(), chat()]));
  expect(three).toEqual({ sent: 0, ...SPENT });
  const budget = new Budget(2);
  expect(() => budget.take([chat(), chat(), chat()])).toThrow(BudgetSpent);
  expect(() => budget.take([chat(), chat()])).not.toThrow();
});

test('budget: two calls and a read of a video job are within it', async () => {
  const within = await judged(async (gateway) => [
    await gateway.send(chat()),
    await gateway.send(chat()),
    await gateway.send({ operation: 'video-read', id: 'none' }),
  ]);
  expect(within).toEqual({ sent: 3, pieces: 3, reasons: [], failures: [] });
});
