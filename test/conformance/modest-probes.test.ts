import { describe, expect, test } from 'vitest';
import { countOf, discoveryCalls, sumOf } from '../../src/commands/spending/spending-plan.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { Effort } from '../../src/conformance/effort.ts';
import type { ProbeRequest } from '../../src/conformance/gateway.ts';
import { bundledProfile } from '../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import type { Probe } from '../../src/conformance/rule.ts';
import { DryRunGateway } from '../../src/conformance/run/dry-run-gateway.ts';
import { planRequests } from '../../src/conformance/run/plan-requests.ts';
import { gather } from '../../src/conformance/run/run-probes.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

async function planned(profileName: string, effort: Effort, upstream?: object) {
  const profile = resolveProfile(bundledProfile(profileName), RULES);
  const capabilities = { secondKey: true, ...(upstream && { upstream }) };
  return { profile, plans: await planRequests(RULES, profile, capabilities, effort) };
}

describe('a modest run', () => {
  test.each([
    ['default', 'without an upstream', undefined],
    ['reference', 'without an upstream', undefined],
    ['default', 'with an upstream', {}],
    ['reference', 'with an upstream', {}],
  ])(
    'spends at most 150 billable calls, of which 5 are videos, under profile %s %s, discovery included',
    async (name, _, upstream) => {
      const { profile, plans } = await planned(name, 'modest', upstream);
      const calls = sumOf([discoveryCalls(profile), ...plans.map(({ billable }) => billable)]);
      expect(countOf(calls)).toBeLessThanOrEqual(150);
      expect(calls.get('video-create')).toBeLessThanOrEqual(5);
      expect(countOf(calls)).toBeGreaterThan(60);
    },
  );

  test('leaves no probe out', async () => {
    const [modest, thorough] = [
      await planned('reference', 'modest'),
      await planned('reference', 'thorough'),
    ];
    expect(modest.plans.map(({ probe }) => probe.name)).toEqual(
      thorough.plans.map(({ probe }) => probe.name),
    );
  });

  test('lets each probe that sends less say so, and no other', async () => {
    const { expect: settings } = resolveProfile(bundledProfile('reference'), RULES);
    const sent = async (probe: Probe, effort: Effort) => {
      const gateway = new WithoutSharing(probe.name, settings, { effort });
      await gather(probe, gateway);
      return gateway.exchanges.length;
    };
    const probes = [...new Set(RULES.map((rule) => rule.probe))];
    const less: string[] = [];
    for (const probe of probes) {
      if ((await sent(probe, 'modest')) < (await sent(probe, 'thorough'))) less.push(probe.name);
    }
    const saying = probes.filter(({ modest }) => modest !== undefined).map(({ name }) => name);
    expect(saying).toEqual(expect.arrayContaining(less));
    const [modest, thorough] = [
      await planned('reference', 'modest', {}),
      await planned('reference', 'thorough', {}),
    ].map(({ plans }) => new Map(plans.map((plan) => [plan.probe.name, countOf(plan.billable)])));
    // They use what others have sent.
    const sharing = saying.filter((name) => (modest?.get(name) ?? 0) < (thorough?.get(name) ?? 0));
    expect([...less, ...sharing]).toEqual(expect.arrayContaining(saying));
    expect(less).toContain('races-for-one-key');
  });
});

/** A shared request is evidence for every probe. */
class WithoutSharing extends DryRunGateway {
  override get run(): object {
    return this;
  }

  override control(request: ProbeRequest): Promise<Exchange> {
    return this.send(request);
  }
}
