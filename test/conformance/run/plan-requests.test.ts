import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled/default.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import {
  billableCalls,
  type ProbePlan,
  planRequests,
  withhold,
} from '../../../src/conformance/run/plan-requests.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const CAPABILITIES = { secondKey: true };

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

test('dry run: a rule that is not judged needs no request', async () => {
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
