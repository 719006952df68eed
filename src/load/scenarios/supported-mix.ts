import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { absentFeature } from '../../conformance/run/absent-features.ts';
import { absenceReason, isAbsent } from '../../conformance/run/absent-operations.ts';
import { BILLABLE, type Billable, isOperation, type Operation } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { AnswerMode } from '../../measure/answer-mode.ts';
import type { Workload } from '../workload/workload.ts';
import { catalogueEntry, isCustomScenario } from './scenario-files.ts';

/** A scenario that is not sent completely, because the target does not support an operation or a feature. */
export interface ExcludedScenario {
  readonly scenario: string;
  /** Unsupported operations, where it is sent without them; absent where it is not sent. */
  readonly missingOperations?: Operation[];
  /**
   * Share of the planned arrivals that would have sent these operations, or the scenario where it is not sent;
   * absent where a trace decides what is sent.
   */
  readonly share?: number;
  readonly reason: string;
}

export interface SupportedWorkload {
  readonly workload: Workload;
  readonly excluded: readonly ExcludedScenario[];
}

/**
 * The workload without the scenarios that need a feature, or only operations, which the target does not
 * support. The others choose among the supported operations.
 * @throws UsageError when nothing is left
 */
export function supportedWorkload(workload: Workload, profile: ResolvedProfile): SupportedWorkload {
  const wanted = wantedOf(workload);
  const excluded = wanted.flatMap((scenario) => exclusionOf(scenario, workload, profile));
  const unsent = excluded.filter(({ missingOperations }) => missingOperations === undefined);
  if (unsent.length === wanted.length) {
    const reason = unsent[0]?.reason.replace(/\.$/, '') ?? 'the mix is empty';
    throw new UsageError(
      `Target supports no scenario of the workload: ${reason}. Choose another scenario or mix.`,
    );
  }
  const left = new Set(unsent.map(({ scenario }) => scenario));
  const mix = without(left, workload.mix);
  if (workload.rates === undefined) return { workload: { ...workload, mix }, excluded };
  const rates = without(left, workload.rates);
  const arrivalsPerSecond = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
  return { workload: { ...workload, mix, rates, arrivalsPerSecond }, excluded };
}

/**
 * Operations that a workload may send, each with the modes that its answers can have; undefined for a
 * custom scenario.
 */
export function modesSent(
  workload: Workload,
): ReadonlyMap<Operation, ReadonlySet<AnswerMode>> | undefined {
  if (isCustomScenario(workload.scenario)) return undefined;
  const modes = new Map<Operation, Set<AnswerMode>>();
  for (const scenario of wantedOf(workload)) {
    for (const operation of operationsOf(scenario)) {
      const known = modes.get(operation) ?? new Set();
      modes.set(operation, known.union(new Set(modesOf(scenario, operation))));
    }
  }
  return modes;
}

function exclusionOf(
  scenario: string,
  workload: Workload,
  profile: ResolvedProfile,
): readonly ExcludedScenario[] {
  const sent = operationsOf(scenario);
  const feature = absentFeature(catalogueEntry(scenario) ?? {}, profile);
  const absent = sent.filter((operation) => feature !== undefined || isAbsent(operation, profile));
  if (absent.length === 0) return [];
  const ofArrivals = new Map(sharesOf(workload)).get(scenario) ?? 0;
  const share = ofArrivals * shareWithin(scenario, absent);
  return [
    {
      scenario,
      ...(absent.length < sent.length && { missingOperations: absent }),
      ...(workload.trace === undefined && { share }),
      reason: feature ?? absenceReason(absent, profile),
    },
  ];
}

/** Share of a scenario's arrivals that send one of these operations: some send several of them. */
function shareWithin(scenario: string, operations: readonly Operation[]): number {
  const shares = catalogueEntry(scenario)?.shares;
  const sum = operations.reduce((all, operation) => all + (shares?.[operation] ?? 1), 0);
  return Math.min(1, sum);
}

function wantedOf({ scenario, mix }: Workload): readonly string[] {
  if (scenario !== 'mixed') return [scenario];
  return Object.keys(mix).filter((name) => (mix[name] ?? 0) > 0);
}

function without(
  left: ReadonlySet<string>,
  numbers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => !left.has(name)));
}

/** None for a custom scenario, whose operations are unknown. */
function operationsOf(scenario: string): readonly Operation[] {
  return Object.keys(catalogueEntry(scenario)?.sends ?? {}).filter(isOperation);
}

/** A gateway streams only on request, and may send a body even then. */
function modesOf(scenario: string, operation: Operation): readonly AnswerMode[] {
  return catalogueEntry(scenario)?.sends[operation] ?? [];
}

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
  const turns = { 'chat-session': sessions.turns, 'tool-loop': 2 }[scenario] ?? 1;
  return BILLABLE.flatMap((operation) =>
    entry?.sends[operation] === undefined
      ? []
      : [[operation, (entry.shares?.[operation] ?? 1) * turns] as const],
  );
}
