import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the scenarios of Assay stand. */
export const SCENARIOS_FOLDER = fileURLToPath(new URL('../../../scenarios', import.meta.url));

/** Lists the shapes for `mixed`; no scenario by itself. */
const REGISTRY = 'shapes.ts';

export interface ScenarioFacts {
  /** As in `workload.scenario` of `assay.yaml`. */
  readonly name: string;
  /** The first sentence of its file. */
  readonly summary: string;
  readonly path: string;
}

/** Whether a scenario is the path of a user's own: no name of ours has a dot or a slash. */
export function isUsersOwn(scenario: string): boolean {
  return /[./\\]/.test(scenario);
}

/** The scenarios that come with Assay, by name. */
export function ownScenarios(): readonly ScenarioFacts[] {
  const files = readdirSync(SCENARIOS_FOLDER).filter(
    (file) => file.endsWith('.ts') && file !== REGISTRY,
  );
  const names = files.map((file) => file.slice(0, -'.ts'.length)).toSorted();
  return names.map((name) => {
    const path = `${SCENARIOS_FOLDER}/${name}.ts`;
    return { name, summary: summaryOf(path), path };
  });
}

function summaryOf(path: string): string {
  const comment = /\/\*\*(.*?)\*\//s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const text = comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
