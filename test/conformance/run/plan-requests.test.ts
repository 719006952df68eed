import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { planRequests } from '../../../src/conformance/run/plan-requests.ts';

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
  expect(plan?.billable.get('chat')).toBe(2);
});

test('dry run: a rule that is not judged needs no request', async () => {
  const ledger = RULES.filter(({ id }) => id === 'idempotency-one-effect');
  expect(await planRequests(ledger, resolveProfile(defaultProfile, RULES), CAPABILITIES)).toEqual(
    [],
  );
});

test('dry run: only what a gateway executes is billable: no refusals, and one of equal retries', async () => {
  const planned = async (id: string) => {
    const rules = RULES.filter((rule) => rule.id === id);
    const [plan] = await planRequests(rules, resolveProfile(defaultProfile, RULES), CAPABILITIES);
    return [plan?.requests.get('chat'), plan?.billable.get('chat')];
  };
  expect(await planned('errors-bad-json')).toEqual([9, undefined]);
  expect(await planned('idempotency-replay')).toEqual([6, 2]);
});
