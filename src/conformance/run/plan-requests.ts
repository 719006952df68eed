import { type Billable, OPERATION_NAMES, type Operation } from '../../contract/operations.ts';
import type { Effort } from '../effort.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { billableOf } from '../requests/forms.ts';
import { accepted, billableRequest } from '../requests/plain.ts';
import type { Probe, Rule } from '../rule.ts';
import { BillableCalls } from '../sending/billable-calls.ts';
import { SharedControls } from '../sending/shared-controls.ts';
import { isAbsent } from './absent-operations.ts';
import { DryRunGateway } from './dry-run-gateway.ts';
import { type Capabilities, exclusionOf } from './prerequisites.ts';
import { gather, probeOrder } from './run-probes.ts';

/** What a probe would send to a gateway without faults. */
export interface ProbePlan {
  readonly probe: Probe;
  /** The rules that it serves. */
  readonly rules: readonly Rule[];
  /** Requests to each operation, and to `other`. */
  readonly requests: ReadonlyMap<Operation | 'other', number>;
  /** Requests that the gateway executes, and so may charge for. */
  readonly billable: ReadonlyMap<Billable, number>;
}

/** Each probe that the rules need under this profile, in the order in which they run. */
export async function planRequests(
  rules: readonly Rule[],
  profile: ResolvedProfile,
  capabilities: Capabilities,
  effort: Effort = 'thorough',
): Promise<readonly ProbePlan[]> {
  const wanted = rules.filter((rule) => exclusionOf(rule, profile, capabilities) === undefined);
  const served = Map.groupBy(wanted, ({ probe }) => probe);
  const hasUpstream = capabilities.upstream !== undefined;
  const plans = await planProbes([...served.keys()], profile, effort, hasUpstream);
  return plans.map((plan) => ({ ...plan, rules: served.get(plan.probe) ?? [] }));
}

/** The same for probes that no rule needs, such as those of behaviours. */
export async function planProbes(
  probes: readonly Probe[],
  profile: ResolvedProfile,
  effort: Effort = 'thorough',
  hasUpstream = false,
): Promise<readonly Omit<ProbePlan, 'rules'>[]> {
  const { beside, alone } = probeOrder(probes);
  const controls = new SharedControls();
  const options = {
    isAbsent: (operation: Operation | 'other') => isAbsent(operation, profile),
    effort,
    hasUpstream,
    controls,
    calls: new BillableCalls(),
  };
  if (effort === 'modest')
    await sendControls(new DryRunGateway('operations', profile.expect, options));
  return Promise.all(
    [...beside, ...alone].map(async (probe) => {
      const gateway = new DryRunGateway(probe.name, profile.expect, options);
      await gather(probe, gateway);
      const requests = countsOf(gateway.exchanges.map(({ operation }) => operation));
      return { probe, requests, billable: countsOf(gateway.billable) };
    }),
  );
}

/** What discovery sends before the probes of a modest run, which then need no other controls. */
async function sendControls(gateway: DryRunGateway): Promise<void> {
  for (const operation of billableOf(gateway)) {
    const request = billableRequest(gateway.expect, operation, gateway.nonce());
    await gateway.control(accepted(request));
  }
}

/** The operations that these rules are about, and those that their probes send to. */
export async function neededOperations(
  rules: readonly Rule[],
  profile: ResolvedProfile,
  capabilities: Capabilities,
): Promise<readonly Operation[]> {
  const plans = await planRequests(rules, profile, capabilities, 'modest');
  const sent = plans.flatMap(({ requests }) => [...requests.keys()]);
  const needed = new Set([...sent, ...rules.flatMap(({ operations }) => operations)]);
  return OPERATION_NAMES.filter((operation) => needed.has(operation));
}

function countsOf<Name>(names: readonly Name[]): ReadonlyMap<Name, number> {
  const groups = Map.groupBy(names, (name) => name);
  return new Map([...groups].map(([name, { length }]) => [name, length]));
}
