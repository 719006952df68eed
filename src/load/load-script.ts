import type { Expectations } from '../conformance/expectations.ts';
import { bundleScenario, scenarioPath } from './bundle.ts';
import { scenarioName, scenarioSettings } from './scenario-settings.ts';
import { requireUsableScenario } from './usable-scenario.ts';
import type { Workload } from './workload.ts';

/** A load as a script that needs nothing beside the engine. */
export interface LoadScript {
  readonly workload: Workload;
  readonly address: string;
  readonly expect: Expectations;
  /** What its recordings say of the run. */
  readonly about: unknown;
}

/**
 * The scenario with all that it is told inside; each start of it makes a run id of its own.
 * @throws BundleFailure, UsageError
 */
export async function loadScript(load: LoadScript): Promise<string> {
  const { workload, address, expect, about } = load;
  const name = scenarioName(workload.scenario);
  const settings = { ...scenarioSettings(name, address, workload, expect), run: '', about };
  await requireUsableScenario(workload.scenario);
  const path = await scenarioPath(workload.scenario);
  const script = await bundleScenario(path, JSON.stringify(settings));
  return script.replace(PATHS, '');
}

/** Comments of the bundler: where each part came from on this machine. */
const PATHS = /^\/\/ .*\.[cm]?[jt]s\n/gm;
