import { join } from 'node:path';
import { SCENARIOS, type ScenarioEntry } from '../../../scenarios/catalogue.ts';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';

/** The folder of the bundled scenarios. */
export const SCENARIOS_FOLDER = join(PACKAGE_FOLDER, 'scenarios');

const ENTRIES: ReadonlyMap<string, ScenarioEntry> = new Map(Object.entries(SCENARIOS));

/** Names of the scenarios that `mixed` can send, sorted. */
export const CATALOGUED: readonly string[] = [...ENTRIES.keys()].toSorted();

const MIXED_SUMMARY = 'All bundled scenarios, in the shares that the mix of the workload sets.';

export interface BundledScenario {
  /** As in `workload.scenario` of `assay.yaml`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly path: string;
}

/** Whether a scenario is the path of a custom one: no bundled name has a dot or a slash. */
export function isCustomScenario(scenario: string): boolean {
  return /[./\\]/.test(scenario);
}

/** The scenarios that come with Assay, by name. */
export function bundledScenarios(): readonly BundledScenario[] {
  const summaries = [...ENTRIES].map(([name, { summary }]) => ({ name, summary }));
  return [...summaries, { name: 'mixed', summary: MIXED_SUMMARY }]
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((facts) => ({ ...facts, path: `${SCENARIOS_FOLDER}/${facts.name}.ts` }));
}

/** What the catalogue says of a scenario; undefined of `mixed` and of a user's own. */
export function catalogueEntry(scenario: string): ScenarioEntry | undefined {
  return ENTRIES.get(scenario);
}

/** Weight of each scenario in `mixed`: every operation, the common ones more often. */
export const DEFAULT_MIX: Readonly<Record<string, number>> = Object.fromEntries(
  [...ENTRIES].map(([name, { weight }]) => [name, weight]),
);

/** The scenario that sends one operation and nothing else, by the name of `--operation`. */
export const SCENARIO_OF_OPERATION: ReadonlyMap<string, string> = new Map(
  [...ENTRIES].flatMap(([name, { operation }]) =>
    operation === undefined ? [] : [[operation, name] as const],
  ),
);
