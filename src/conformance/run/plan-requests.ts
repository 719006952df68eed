import { isBillable, type Operation } from '../../contract/operations.ts';
import { AssayDefect } from '../assay-defect.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Probe, Rule } from '../rule.ts';
import { isAbsent } from './absent-operations.ts';
import { DryRunGateway } from './dry-run-gateway.ts';
import { type Capabilities, exclusionOf } from './prerequisites.ts';

/** What a probe would send to a gateway without faults. */
export interface ProbePlan {
  readonly probe: Probe;
  /** The rules that it serves. */
  readonly rules: readonly Rule[];
  /** Requests to each operation, and to `other`. */
  readonly requests: ReadonlyMap<Operation | 'other', number>;
}

/** Each probe that the rules need under this profile, in the order in which they run. */
export async function planRequests(
  rules: readonly Rule[],
  profile: ResolvedProfile,
  capabilities: Capabilities,
): Promise<readonly ProbePlan[]> {
  const wanted = rules.filter((rule) => exclusionOf(rule, profile, capabilities) === undefined);
  const groups = [...Map.groupBy(wanted, ({ probe }) => probe)];
  const alone = groups.filter(([{ alone: isAlone }]) => isAlone === true);
  const beside = groups.filter(([{ alone: isAlone }]) => isAlone !== true);
  return Promise.all(
    [...beside, ...alone].map(async ([probe, served]) => ({
      probe,
      rules: served,
      requests: await requestsOf(probe, profile),
    })),
  );
}

async function requestsOf(
  probe: Probe,
  profile: ResolvedProfile,
): Promise<ReadonlyMap<Operation | 'other', number>> {
  const gateway = new DryRunGateway(probe.name, profile.expect, (operation) =>
    isAbsent(operation, profile),
  );
  try {
    await probe.run(gateway);
  } catch (error) {
    throw new AssayDefect(`probe ${probe.name}`, error);
  }
  const byOperation = Map.groupBy(gateway.exchanges, ({ operation }) => operation);
  return new Map([...byOperation].map(([operation, { length }]) => [operation, length]));
}

/** Requests that may cost money: all to billable operations, also refused or repeated ones. */
export function billableCalls({ requests }: ProbePlan): ReadonlyMap<Operation, number> {
  const billable = [...requests].flatMap(([operation, count]) =>
    isBillable(operation) ? [[operation, count] as const] : [],
  );
  return new Map(billable);
}

/**
 * The probes that do not fit in a budget, with the reason. They are taken in the order in which they
 * run; one that does not fit leaves room for smaller ones after it.
 * @param budget billable calls to each operation
 * @param made calls that were made before the probes
 */
export function withhold(
  plans: readonly ProbePlan[],
  budget: number,
  made: ReadonlyMap<Operation, number> = new Map(),
): ReadonlyMap<Probe, string> {
  const spent = new Map<Operation, number>(made);
  const withheld = new Map<Probe, string>();
  for (const plan of plans) {
    const calls = billableCalls(plan);
    const over = [...calls].find(
      ([operation, count]) => (spent.get(operation) ?? 0) + count > budget,
    );
    if (over === undefined) {
      for (const [operation, count] of calls) {
        spent.set(operation, (spent.get(operation) ?? 0) + count);
      }
      continue;
    }
    const [operation, count] = over;
    withheld.set(
      plan.probe,
      `its probe makes ${count} billable calls to ${operation}, and ${budget - (spent.get(operation) ?? 0)} of the budget of ${budget} were left`,
    );
  }
  return withheld;
}
