import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { planRequests } from '../../../src/conformance/run/plan-requests.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

test('probes: those that may keep a gateway busy run after all others, whatever their rules are called', async () => {
  const profile = resolveProfile(defaultProfile, RULES);
  const capabilities = { secondKey: true, upstream: {} };
  const plans = await planRequests(RULES, profile, capabilities);
  expect(plans.slice(-2).map(({ probe: { name } }) => name)).toEqual([
    'streams-to-slow-readers',
    'large-answers-that-may-stay-unread',
  ]);
  const kinds = plans.map(({ probe }) =>
    probe.alone === 'last' ? 'last' : probe.alone ? 'alone' : 'beside',
  );
  expect(kinds.lastIndexOf('beside')).toBeLessThan(kinds.indexOf('alone'));
  expect(kinds.lastIndexOf('alone')).toBeLessThan(kinds.indexOf('last'));
});
