import { WorkloadSchema } from '../../load/workload/workload.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

/** What figures depend on beside the build, by name. Runs are comparable where all of it is equal. */
export type Conditions = Readonly<Record<string, string>>;

type Settings = Readonly<Record<string, unknown>>;

/** Their addresses have another port in each run. Reports of recordings have no other name of a target. */
const STARTED: ReadonlySet<string> = new Set(['embedded', 'container']);

/** The conditions of a run, as far as its report shows them. */
export function conditionsOf(report: RunReport): Conditions {
  const { command, settings = {}, target, profile, ruleSet, effort, machine, rules } = report;
  const { load, capacity, slo, missingOperations = [] } = report;
  const isLoaded = load !== undefined || capacity !== undefined;
  return {
    command,
    target: STARTED.has(target.kind) ? target.kind : target.address,
    ...plannedConditions({ profile: profile.name, ...settings }, isLoaded),
    // A recording that was judged has no settings.
    ...(load !== undefined && { scenario: load.scenario }),
    ...(ruleSet !== undefined && { 'rule set': ruleSet.number }),
    ...(rules.length > 0 && { rules: rulesText(rules) }),
    ...(effort !== undefined && { effort }),
    ...(missingOperations.length > 0 && {
      'missing operations': missingOperations.map(({ operation }) => operation).join(', '),
    }),
    // A knee is the highest rate at which they are met.
    ...(capacity !== undefined &&
      slo.length > 0 && { objectives: slo.map(({ objective }) => objective).join(', ') }),
    machine: `${machine.platform}, ${machine.cpus} CPUs`,
  };
}

/** Few enough to be named. */
const FEW = 3;

function rulesText(rules: readonly RuleResult[]): string {
  return rules.length > FEW ? String(rules.length) : rules.map(({ id }) => id).join(', ');
}

/** Settings that change what is sent, as they are written. */
const WRITTEN = ['upstream', 'models', 'operations'] as const;

/** The conditions of a run that its settings decide, before it begins. */
export function plannedConditions(settings: Settings, isLoaded = true): Conditions {
  const { target, profile } = settings;
  return {
    ...(typeof target === 'string' && { target }),
    ...(typeof profile === 'string' && { profile }),
    ...Object.fromEntries(
      WRITTEN.flatMap((name) =>
        settings[name] === undefined ? [] : [[name, JSON.stringify(settings[name])]],
      ),
    ),
    ...(isLoaded && workloadConditions(settings.workload)),
  };
}

/** With defaults: it does not matter which are written. Another seed draws other requests of the same kind. */
function workloadConditions(workload: unknown): Conditions {
  const { seed: _, ...others } = WorkloadSchema.safeParse(workload ?? {}).data ?? {};
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** `profile litellm instead of default`: a phrase for each condition that another run does not share. */
export function differences(own: Conditions, other: Conditions): readonly string[] {
  return [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .filter((name) => own[name] !== other[name])
    .map((name) => `${name} ${own[name] ?? 'none'} instead of ${other[name] ?? 'none'}`);
}
