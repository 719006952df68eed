import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { absentOperations } from '../../conformance/run/absent-operations.ts';
import type { EngineAccess } from '../tap/tap.ts';
import type { Workload } from '../workload/workload.ts';
import { bundleScenario, scenarioPath } from './bundle.ts';
import { scenarioName, scenarioSettings } from './settings.ts';
import { validateScenario } from './validate-scenario.ts';

/** A load as a script that needs the engine only. */
export interface LoadScript {
  readonly workload: Workload;
  readonly address: string;
  readonly profile: ResolvedProfile;
  readonly access: EngineAccess;
  /** Description of the run in its recordings. */
  readonly about: unknown;
}

/**
 * The scenario with all its settings; each start of it creates a new run id.
 * @throws SetupError, UsageError
 */
export async function loadScript(load: LoadScript): Promise<string> {
  const { workload, address, profile, access, about } = load;
  const { expect } = profile;
  const name = scenarioName(workload.scenario);
  const absent = absentOperations(profile);
  const common = scenarioSettings({ name, address, workload, expect, absent });
  const settings = { ...common, run: '', about, access };
  await validateScenario(workload.scenario);
  const path = await scenarioPath(workload.scenario);
  const script = await bundleScenario(path, JSON.stringify(settings));
  return script.replace(PATHS, '');
}

/** Comments of the bundler: the path of each part on this machine. */
const PATHS = /^\/\/ .*\.[cm]?[jt]s\n/gm;
