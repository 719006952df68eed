import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { LIMITS } from '../../input/limits.ts';
import { readTextFile } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import { judgeHar, readHar } from '../../load/watching/har.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { refuseUnresolved } from '../configuration/relative-slo.ts';
import { deliver } from '../delivery/deliver.ts';
import type { JudgeOptions } from '../options/load-options.ts';
import { withBaseline } from '../run/apply-baseline.ts';
import { inTerminal, type Session } from '../run/session.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { trafficCriteria, trafficFacts } from './traffic-report.ts';

const NO_TIMES =
  'A HAR file has no times within a response: rules about them and the times of tokens are not judged.';

/** Whether a file given to `assay judge` holds traffic in place of a recording. */
export function isHar(path: string): boolean {
  return /\.har$/i.test(path);
}

/**
 * Judges the traffic of a HAR file and delivers its report.
 * @returns the exit code
 * @throws UsageError
 */
export async function judgeHarFile(path: string, options: JudgeOptions): Promise<number> {
  return await inTerminal(
    options,
    (session) => judged(path, options, session),
    (report) => deliver(report, options),
  );
}

async function judged(
  path: string,
  options: JudgeOptions,
  { words, progress }: Session,
): Promise<RunReport> {
  const configuration = await readConfiguration(options.config, { profile: options.profile });
  refuseUnresolved(configuration.unresolvedSlo);
  const baseline = await readBaseline(options, configuration.catalogue);
  // The traffic says where it went; a target of the configuration decides the profile only.
  const profile = await chooseProfileOffline({ ...configuration, target: 'https://gateway' });
  const har = readHar(await textOf(path), path, keyCarriage(profile.expect));
  const facts = await trafficFacts({
    command: 'judge',
    words,
    configuration,
    profile,
    result: await judgeHar(har, trafficCriteria(configuration, profile)),
    startedAt: new Date(har.originUnixMs),
    address: har.address,
    label: options.label,
    ruleSet: options.ruleSet,
    note: NO_TIMES,
  });
  return await withBaseline(facts, baseline, (line) => progress.say(line));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readTextFile(path, LIMITS.harBytes.value);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(
      `Cannot read the HAR file: ${path} (${code}). Check its path and its permissions.`,
    );
  }
}
