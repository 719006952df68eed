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
import type { Exchange } from '../../src/exchange/exchange.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

async function planned(profileName: string, effort: Effort) {
  const profile = resolveProfile(bundledProfile(profileName), RULES);
  const plans = await planRequests(RULES, profile, { secondKey: true }, effort);
  return { profile, plans };
}

describe('a modest run', () => {
  test.each(['default', 'reference'])(
    'spends at most 155 billable calls under profile %s, discovery included',
    async (name) => {
      const { profile, plans } = await planned(name, 'modest');
      const calls = sumOf([discoveryCalls(profile), ...plans.map(({ billable }) => billable)]);
      expect(countOf(calls)).toBeLessThanOrEqual(155);
      expect(countOf(calls)).toBeGreaterThan(100);
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
      await probe.run(gateway);
      return gateway.exchanges.length;
    };
    const less: string[] = [];
    for (const probe of new Set(RULES.map((rule) => rule.probe))) {
      if ((await sent(probe, 'modest')) < (await sent(probe, 'thorough'))) less.push(probe.name);
    }
    const saying = [...new Set(RULES.map((rule) => rule.probe))].filter(({ modest }) => modest);
    expect(saying.map(({ name }) => name)).toEqual(less);
    expect(less).toContain('races-for-one-key');
  });
});

/** A shared control is evidence for every probe. */
class WithoutSharing extends DryRunGateway {
  override control(request: ProbeRequest): Promise<Exchange> {
    return this.send(request);
  }
}
