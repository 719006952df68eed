import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled/default.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import {
  billableCalls,
  type ProbePlan,
  planRequests,
  withhold,
} from '../../../src/conformance/run/plan-requests.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const PROFILE = resolveProfile(referenceProfile, RULES);
const CAPABILITIES = { secondKey: true };

/** Retries until its key is no longer in flight. */
const WAITS = 'retries-after-a-lost-connection';
/** Reads go on until a job runs or has ended: on a busy machine it may do so before the first. */
const POLLED = 'video-read';

async function sentToReference(): Promise<Map<string, Exchange[]>> {
  const server = createReferenceServer();
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const sent: Exchange[] = [];
  const gateways = createProbeGateways({
    address,
    keys: { first, second },
    expect: PROFILE.expect,
    seed: 1,
    onExchange: (exchange) => sent.push(exchange),
  });
  try {
    const signal = new AbortController().signal;
    await runConformance({
      rules: RULES,
      profile: PROFILE,
      capabilities: CAPABILITIES,
      target: gateways,
      timekeeping: gateways.timekeeping,
      signal,
    });
    return Map.groupBy(sent, ({ sender }) => sender);
  } finally {
    await gateways.close();
    await server.close(0);
  }
}

test('dry run: what a probe would send is what it sends to the reference gateway', async () => {
  const [plans, sent] = await Promise.all([
    planRequests(RULES, PROFILE, CAPABILITIES),
    sentToReference(),
  ]);
  expect(plans.map(({ probe }) => probe.name).toSorted()).toEqual([...sent.keys()].toSorted());
  for (const { probe, requests } of plans) {
    const real = Map.groupBy(sent.get(probe.name) ?? [], ({ operation }) => operation);
    expect([...requests.keys()].toSorted(), probe.name).toEqual([...real.keys()].toSorted());
    for (const [operation, count] of requests) {
      const seen = real.get(operation)?.length ?? 0;
      const what = `${probe.name}, ${operation}`;
      if (operation === POLLED) expect(seen, what).toBeGreaterThan(0);
      else if (probe.name === WAITS) expect(seen, what).toBeGreaterThanOrEqual(count);
      else expect(seen, what).toBe(count);
    }
  }
}, 60_000);

test('dry run: it follows the settings of the profile', async () => {
  const races = RULES.filter(({ id }) => id === 'idempotency-concurrent-one-effect');
  const settings = [
    { setting: 'raceRounds', value: 2, reason: 'few' },
    { setting: 'raceWidth', value: 3, reason: 'narrow' },
  ] as const;
  const [plan] = await planRequests(
    races,
    resolveProfile(defaultProfile, RULES, settings),
    CAPABILITIES,
  );
  expect(plan?.requests.get('chat')).toBe(6);
});

test('dry run: a rule that is not judged costs nothing', async () => {
  const ledger = RULES.filter(({ id }) => id === 'idempotency-one-effect');
  expect(await planRequests(ledger, resolveProfile(defaultProfile, RULES), CAPABILITIES)).toEqual(
    [],
  );
});

function costing(name: string, chat: number, images = 0): ProbePlan {
  const requests = new Map([
    ['chat', chat] as const,
    ['images', images] as const,
    ['video-read', 99] as const,
  ]);
  return { probe: { name, run: async () => [] }, rules: [], requests };
}

test('budget: a probe that does not fit is withheld, and a smaller one after it runs', () => {
  const plans = [costing('first', 3), costing('large', 3), costing('small', 2, 5)];
  const withheld = withhold(plans, 5);
  expect([...withheld].map(([{ name }, reason]) => [name, reason])).toEqual([
    ['large', 'its probe makes 3 billable calls to chat, and 2 of the budget of 5 were left'],
  ]);
});

test('budget: reads of video jobs are not billable', () => {
  expect(billableCalls(costing('any', 1)).has('video-read')).toBe(false);
});
