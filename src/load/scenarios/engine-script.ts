import { readFile } from 'node:fs/promises';
import { modulePath } from '../../input/package-files.ts';
import { bundleScenario, scenarioPath } from './bundle.ts';
import { bundledScenarios } from './scenario-files.ts';

/** By the name of a bundled scenario: its sources do not change while this process runs. */
const made = new Map<string, Promise<string>>();

/**
 * The script that the engine of this machine runs. A package contains those of the bundled scenarios.
 * @param scenario a name such as `chat-stream`, or the path of a custom scenario
 * @throws UsageError, SetupError
 */
export async function engineScript(scenario: string): Promise<string> {
  const own = bundledScenarios().find(({ name }) => name === scenario);
  if (own === undefined) return bundleScenario(await scenarioPath(scenario));
  const known = made.get(scenario);
  if (known !== undefined) return known;
  const path = modulePath(`scenarios/${scenario}.ts`);
  const script = path.endsWith('.ts') ? bundleScenario(path) : readFile(path, 'utf8');
  made.set(scenario, script);
  script.catch(() => made.delete(scenario));
  return script;
}
