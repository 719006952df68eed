import { allProblems, type Problem } from '../../input/schema-problem.ts';
import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import { validateScenario } from '../../load/scenarios/bundle.ts';
import { checkFiles } from '../../load/workload/check-files.ts';
import { parseAbortCondition } from '../../measure/abort-watch.ts';
import { readRelativeObjective } from '../../measure/change/relative-objective.ts';
import { parseObjective } from '../../measure/objective.ts';
import { readAccess } from '../../target/read-access.ts';
import { requireResolved } from '../../target/read-addresses.ts';
import { isAddress } from '../../target/remote.ts';
import {
  type Configuration,
  ConfigurationSchema,
  configurationOf,
} from '../configuration/configuration.ts';
import { loadRules } from '../configuration/rules.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { accessOf, checkTarget } from '../target/open-target.ts';
import { checkUpstream } from '../target/open-upstream.ts';

type Written = Readonly<Record<string, unknown>>;

/** All mistakes that a run would find before it sends something, each with its place. */
export async function mistakesIn(
  written: Written,
  environment: Readonly<NodeJS.ProcessEnv>,
  name = 'the configuration',
): Promise<readonly Problem[]> {
  const parsed = ConfigurationSchema.safeParse(written);
  const problems = [
    ...(parsed.success ? [] : allProblems(ConfigurationSchema, parsed.error, written)),
    ...mistakesOfTexts('slo', written.slo, checkObjective),
    ...mistakesOfTexts('abortOn', written.abortOn, parseAbortCondition),
  ];
  // What has a mistake counts as absent, so that the rest can be tried.
  const wrong = new Set(problems.map(({ path }) => String(path[0])));
  const sound = Object.entries(written).filter(([key]) => !wrong.has(key));
  const configuration = configurationOf(Object.fromEntries(sound), name);
  return [...problems, ...(await mistakesOfUse(configuration, environment))];
}

function checkObjective(text: string): void {
  if (readRelativeObjective(text) === undefined) parseObjective(text);
}

function mistakesOfTexts(
  key: string,
  texts: unknown,
  check: (text: string) => unknown,
): readonly Problem[] {
  const all: readonly unknown[] = Array.isArray(texts) ? texts : [];
  return all.flatMap((text, at) => {
    if (typeof text !== 'string') return [];
    try {
      check(text);
      return [];
    } catch (error) {
      return [problemOf([key, at], error)];
    }
  });
}

const IN_ACCESS: ReadonlySet<PropertyKey | undefined> = new Set([
  'headers',
  'query',
  'proxy',
  'tls',
  'resolve',
  'unixSocket',
]);

/** What the values name: a target, files, modules, variables of the environment. */
async function mistakesOfUse(
  configuration: Configuration,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<readonly Problem[]> {
  const { headers, query, proxy, tls, folder, target, rules, workload, profile } = configuration;
  const { resolve, unixSocket } = configuration;
  const { trace: _, ...withoutTrace } = workload;
  const { prompts: __, ...withoutPrompts } = workload;
  const problems: Problem[] = [];
  const tried = async (path: readonly string[], check: () => unknown): Promise<boolean> => {
    try {
      await check();
      return true;
    } catch (error) {
      problems.push(problemOf(path, error));
      return false;
    }
  };
  const isTarget = await tried(['target'], () => checkTarget(target));
  if (isTarget) await tried(['upstream'], () => checkUpstream(configuration, [target]));
  for (const [name, value] of Object.entries(headers)) {
    await tried(['headers', name], () => readAccess({ headers: { [name]: value } }, environment));
  }
  await tried(['query'], () => readAccess({ headers: {}, query }, environment));
  await tried(['proxy'], () => readAccess({ headers: {}, proxy }, environment));
  await tried(['tls'], () => readAccess({ headers: {}, tls, folder }, environment));
  await tried(['resolve'], () => {
    const access = readAccess({ headers: {}, proxy, resolve }, environment);
    if (isTarget) requireResolved([target].filter(isAddress), access);
  });
  await tried(['unixSocket'], () =>
    readAccess({ headers: {}, proxy, resolve, unixSocket, folder }, environment),
  );
  const isReadable = !problems.some(({ path: [key] }) => IN_ACCESS.has(key));
  await tried([profile === undefined ? 'models' : 'profile'], async () => {
    const { expect } = await chooseProfileOffline(configuration);
    if (isReadable) await tried(['headers'], () => accessOf(configuration, expect, environment));
  });
  await tried(['rules'], () => loadRules(rules));
  await tried(['workload', 'scenario'], () => validateScenario(workload.scenario));
  await tried(['workload', 'prompts'], () => checkFiles(withoutTrace));
  await tried(['workload', 'trace'], () => checkFiles(withoutPrompts));
  return problems;
}

/** @throws what is not a mistake of the user */
function problemOf(path: readonly PropertyKey[], error: unknown): Problem {
  if (error instanceof UsageError || error instanceof SetupError) {
    return { path, sentence: error.message };
  }
  throw error;
}
