import { BILLABLE, type Billable } from '../../contract/operations.ts';
import type { Workload } from '../workload/workload.ts';
import { catalogueEntry, isCustomScenario } from './scenario-files.ts';

/**
 * About how many calls a workload makes that a gateway may charge for: a retry under an idempotency
 * key is not charged again. Undefined where it is not known before: the requests of a custom
 * scenario, the arrivals of a closed model or a trace.
 */
export function plannedCalls(workload: Workload): ReadonlyMap<Billable, number> | undefined {
  const { scenario, arrivalsPerSecond, durationMs } = workload;
  const arrivals = (arrivalsPerSecond * durationMs) / 1000;
  if (isCustomScenario(scenario) || arrivals === 0) return undefined;
  const calls = new Map<Billable, number>();
  for (const [name, share] of sharesOf(workload)) {
    for (const [operation, each] of callsOf(name, workload)) {
      calls.set(operation, (calls.get(operation) ?? 0) + arrivals * share * each);
    }
  }
  return new Map([...calls].map(([operation, count]) => [operation, Math.round(count)]));
}

/** Share of each scenario in the arrivals. */
function sharesOf({ scenario, mix }: Workload): readonly (readonly [string, number])[] {
  if (scenario !== 'mixed') return [[scenario, 1]];
  const sum = Object.values(mix).reduce((all, weight) => all + weight, 0);
  return Object.entries(mix).map(([name, weight]) => [name, weight / sum]);
}

/** Calls of one arrival. */
function callsOf(
  scenario: string,
  { sessions }: Workload,
): readonly (readonly [Billable, number])[] {
  const entry = catalogueEntry(scenario);
  const turns = scenario === 'chat-session' ? sessions.turns : 1;
  return BILLABLE.flatMap((operation) =>
    entry?.sends[operation] === undefined
      ? []
      : [[operation, (entry.shares?.[operation] ?? 1) * turns] as const],
  );
}
