import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { absenceReason, isAbsent } from '../../conformance/run/absent-operations.ts';
import { isOperation, type Operation } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { AnswerMode } from '../../measure/answer-mode.ts';
import type { Workload } from '../workload/workload.ts';
import { catalogueEntry, isCustomScenario } from './scenario-files.ts';

/** A scenario that is not sent, or not whole, because the target does not offer what it needs. */
export interface ExcludedScenario {
  readonly scenario: string;
  /** Those that are missing, where it is sent without them; absent where it is not sent. */
  readonly missingOperations?: Operation[];
  /**
   * Part of the arrivals, as the workload plans them, that would have sent what is missing; absent
   * where a trace says what is sent.
   */
  readonly share?: number;
  readonly reason: string;
}

export interface SupportedWorkload {
  readonly workload: Workload;
  readonly excluded: readonly ExcludedScenario[];
}

/**
 * The workload without the scenarios of which nothing is left, as the target offers no operation
 * that they send. Others choose among those that it offers.
 * @throws UsageError when nothing is left
 */
export function supportedWorkload(workload: Workload, profile: ResolvedProfile): SupportedWorkload {
  const wanted = wantedOf(workload);
  const excluded = wanted.flatMap((scenario) => exclusionOf(scenario, workload, profile));
  const unsent = excluded.filter(({ missingOperations }) => missingOperations === undefined);
  if (unsent.length === wanted.length) {
    throw new UsageError(
      `Target offers nothing that the workload sends: ${unsent[0]?.reason ?? 'the mix is empty'}. Choose another scenario or mix.`,
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
 * Operations that a workload may send, each with the forms that their answers can have; undefined of
 * a script of the user.
 */
export function modesSent(
  workload: Workload,
): ReadonlyMap<Operation, ReadonlySet<AnswerMode>> | undefined {
  if (isCustomScenario(workload.scenario)) return undefined;
  const forms = new Map<Operation, Set<AnswerMode>>();
  for (const scenario of wantedOf(workload)) {
    for (const operation of operationsOf(scenario)) {
      const known = forms.get(operation) ?? new Set();
      forms.set(operation, known.union(new Set(modesOf(scenario, operation))));
    }
  }
  return forms;
}

function exclusionOf(
  scenario: string,
  workload: Workload,
  profile: ResolvedProfile,
): readonly ExcludedScenario[] {
  const sent = operationsOf(scenario);
  const absent = sent.filter((operation) => isAbsent(operation, profile));
  if (absent.length === 0) return [];
  const share = shareOf(scenario, workload) * shareWithin(scenario, absent);
  return [
    {
      scenario,
      ...(absent.length < sent.length && { missingOperations: absent }),
      ...(workload.trace === undefined && { share }),
      reason: absenceReason(absent, profile),
    },
  ];
}

/** Part of all arrivals that a scenario is. */
function shareOf(scenario: string, workload: Workload): number {
  if (workload.scenario !== 'mixed') return 1;
  const weights = Object.values(workload.mix);
  return (workload.mix[scenario] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
}

/** Part of a scenario's arrivals that send one of these operations: some send several of them. */
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

/** A gateway may answer with one body what was to stream, but streams nothing unasked. */
function modesOf(scenario: string, operation: Operation): readonly AnswerMode[] {
  return catalogueEntry(scenario)?.sends[operation] ?? [];
}
