import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BuildFailure, Plugin } from 'esbuild';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { absentOperations } from '../../conformance/run/absent-operations.ts';
import { withBundler } from '../../input/bundler.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { modulePath } from '../../input/package-files.ts';
import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import { accessFor, type EngineAccess } from '../tap/tap.ts';
import type { Workload } from '../workload/workload.ts';
import {
  bundledScenarios,
  CATALOGUED,
  isCustomScenario,
  SCENARIOS_FOLDER,
} from './scenario-files.ts';
import { scenarioName, scenarioSettings } from './settings.ts';

/**
 * The file of a scenario.
 * @param scenario a name such as `chat-stream`, or the path of a custom scenario
 * @throws UsageError when there is no such scenario
 */
export async function scenarioPath(scenario: string): Promise<string> {
  const known = bundledScenarios();
  const own = known.find(({ name }) => name === scenario);
  if (own !== undefined) return own.path;
  if (!isCustomScenario(scenario)) {
    const names = known.map(({ name }) => name);
    throw new UsageError(
      `Unknown scenario: ${scenario}.${didYouMean(scenario, names) || ` Known: ${names.join(', ')}.`}`,
    );
  }
  const path = resolve(scenario);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return path;
  throw new UsageError(
    `Scenario not found: ${scenario}. Give the path of a .ts or .js file, or a name that \`assay list scenarios\` shows.`,
  );
}

/**
 * Makes one script of a scenario and all that it imports; `k6` and `k6/…` stay imports. A custom
 * scenario imports the bundled parts as `assay/scenarios/…`.
 * @param settings the settings of the scenario, as JSON; by default those of the engine's environment
 * @returns the script
 * @throws SetupError
 */
export async function bundleScenario(path: string, settings?: string): Promise<string> {
  const { outputFiles } = await bundle(path, settings);
  return outputFiles.map(({ text }) => text).join('');
}

/** What a scenario shows without being run. */
interface ScenarioModule {
  readonly exports: readonly string[];
  /** Modules of the engine that it, or what it imports, uses. */
  readonly imports: readonly string[];
}

/** @throws SetupError */
async function scenarioModule(path: string): Promise<ScenarioModule> {
  const { metafile } = await bundle(path);
  const outputs = Object.values(metafile.outputs);
  return {
    exports: outputs.flatMap((output) => output.exports),
    imports: outputs.flatMap((output) => output.imports.map((each) => each.path)),
  };
}

/** What `mixed` imports: `run` of every scenario in the catalogue, by name. */
const CATALOGUED_MODULE: Plugin = {
  name: 'assay-scenarios',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^assay:scenarios$/ }, ({ path }) => ({ path, namespace: 'assay' }));
    onLoad({ filter: /.*/, namespace: 'assay' }, () => ({
      contents: [
        ...CATALOGUED.map((name, index) => `import { run as run${index} } from './${name}.ts';`),
        `export default {${CATALOGUED.map((name, index) => `'${name}': run${index}`)}};`,
      ].join('\n'),
      resolveDir: SCENARIOS_FOLDER,
    }));
  },
};

async function bundle(path: string, settings?: string) {
  try {
    return await withBundler(({ build }) =>
      build({
        entryPoints: [path],
        // Otherwise the one in which esbuild was loaded, which may be gone.
        absWorkingDir: process.cwd(),
        write: false,
        metafile: true,
        bundle: true,
        format: 'esm',
        platform: 'neutral',
        mainFields: ['module', 'main'],
        target: 'es2022',
        // The engine hangs on these without an error.
        supported: { 'async-generator': false, 'for-await': false },
        external: ['k6', 'k6/*'],
        alias: { 'assay/scenarios': SCENARIOS_FOLDER },
        tsconfigRaw: '{}',
        plugins: [CATALOGUED_MODULE],
        ...(settings !== undefined && {
          define: { '__ENV.ASSAY_SCENARIO': JSON.stringify(settings) },
        }),
        // Stack traces of the engine name the lines of the scenario; a script for another machine
        // contains no paths of this one.
        sourcemap: settings === undefined ? 'inline' : false,
        logLevel: 'silent',
      }),
    );
  } catch (error) {
    const reason = isBuildFailure(error) ? firstError(error) : String(error);
    throw new SetupError(`Scenario cannot be bundled: ${path} (${reason}).`, { cause: error });
  }
}

function firstError({ errors }: BuildFailure): string {
  const [first] = errors;
  if (first === undefined) return 'unknown reason';
  const { location, text } = first;
  const where = location ? ` at ${location.file}:${location.line}:${location.column + 1}` : '';
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return `${text}${where}${more}`;
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** Exports that k6 does not run as iterations. */
const NOT_RUN: ReadonlySet<string> = new Set(['options', 'setup', 'teardown', 'handleSummary']);

/**
 * Makes sure, before anything is sent, that the engine can run a scenario and Assay can see what it
 * sends. Bundled scenarios always qualify; a custom one is judged by its text.
 * @param scenario a name such as `chat-stream`, or the path of a custom one
 * @throws SetupError, and UsageError that says what to add
 */
export async function validateScenario(scenario: string): Promise<void> {
  const path = await scenarioPath(scenario);
  if (!isCustomScenario(scenario)) return;
  const { exports, imports } = await scenarioModule(path);
  if (exports.every((name) => NOT_RUN.has(name))) {
    throw new UsageError(
      `Scenario has nothing to run: ${scenario} exports no function. Add "export default () => { … };" with what an arrival sends.`,
    );
  }
  if (!exports.includes('options')) {
    throw new UsageError(
      `Scenario has no options: ${scenario}. The engine would run it once, whatever the workload says. Add "export { options } from 'assay/scenarios/lib/workload.ts';" to it.`,
    );
  }
  if (!imports.includes('k6/x/gateway')) {
    throw new UsageError(
      `Scenario sends nothing that Assay sees: ${scenario} does not use k6/x/gateway, and what k6/http sends is neither timed nor judged. Send with "send" of assay/scenarios/lib/gateway.ts.`,
    );
  }
}

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
  const settings = { ...common, run: '', about, access: accessFor(access, workload) };
  await validateScenario(workload.scenario);
  const path = await scenarioPath(workload.scenario);
  const script = await bundleScenario(path, JSON.stringify(settings));
  return script.replace(PATHS, '');
}

/** Comments of the bundler: the path of each part on this machine. */
const PATHS = /^\/\/ .*\.[cm]?[jt]s\n/gm;
