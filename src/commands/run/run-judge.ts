import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import { accessSecrets, NO_ACCESS } from '../../exchange/access.ts';
import { shellQuote } from '../../exchange/curl.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { recordedEffects } from '../../load/recording/effects.ts';
import { judgeRecordings } from '../../load/recording/judge-recordings.ts';
import { Recording } from '../../load/recording/recording.ts';
import { assertSameRun, assertSameTime, missingSegments } from '../../load/recording/same-run.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import { withCutAnswers } from '../../report/phrases/cut-answers-sentence.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import {
  type Configuration,
  configurationOf,
  readConfiguration,
} from '../configuration/configuration.ts';
import { refuseUnresolved } from '../configuration/relative-slo.ts';
import { deliver } from '../delivery/deliver.ts';
import type { JudgeOptions } from '../options/load-options.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { targetGoneMessage, targetRecord } from '../target/target-gone.ts';
import { knowSecrets } from '../terminal/secrets.ts';
import { withBaseline } from './apply-baseline.ts';
import {
  type RecordedRun,
  readRecordedRun,
  recordedCapabilities,
  recordedProfile,
} from './recorded-run.ts';
import { exampleListener, inTerminal, type Session } from './session.ts';

/**
 * Judges recordings as one run and delivers its report.
 * @returns the exit code
 * @throws UsageError
 */
export async function judgeFiles(paths: readonly string[], options: JudgeOptions): Promise<number> {
  return await inTerminal(
    options,
    (session) => judgeRecordingFiles(paths, options, session),
    (report) => deliver(report, options),
    'Interrupted: stopping the judging.',
  );
}

/** A recording has their less likely forms: see SECURITY.md. */
function secretsOf(run: RecordedRun | undefined, environment: Session['environment']) {
  const values = run?.secrets.map((name) => [name, environment[name] ?? '']) ?? [];
  return accessSecrets({ ...NO_ACCESS, secrets: Object.fromEntries(values) });
}

/** What is known about a run besides its recordings. */
export interface RecordedLoad {
  readonly configuration: Configuration;
  readonly profile: ResolvedProfile;
  /** The command that ran it. */
  readonly command: string;
  readonly interrupted: boolean;
  /** Why parts are missing, a sentence each. */
  readonly cutShort: readonly string[];
}

/**
 * The report of recordings as one run.
 * @param load where they were not recorded by an earlier command
 * @throws UsageError
 */
export async function judgeRecordingFiles(
  paths: readonly string[],
  options: JudgeOptions,
  session: Session,
  load?: RecordedLoad,
): Promise<RunReport> {
  const recordings = opened(paths);
  try {
    return await reportOf(recordings, options, session, load);
  } finally {
    for (const recording of recordings) recording.close();
  }
}

async function reportOf(
  recordings: readonly Recording[],
  options: JudgeOptions,
  session: Session,
  load: RecordedLoad | undefined,
): Promise<RunReport> {
  const { words, progress, signal } = session;
  const run = runOf(recordings);
  knowSecrets(secretsOf(run, session.environment));
  const ruleSet = findRuleSet(options.ruleSet);
  const configuration = load?.configuration ?? (await configurationFor(run, options));
  const { catalogue } = configuration;
  const baseline = await readBaseline(options, catalogue);
  const profile = load?.profile ?? (await readingFor(run, configuration, options));
  const hasUpstream = recordings.some(({ upstream }) => upstream !== undefined);
  const capabilities = recordedCapabilities(run, hasUpstream);
  const { workload, excluded } = supportedWorkload(configuration.workload, profile);
  assertSameTime(recordings, workload.durationMs + workload.gracefulStopMs);
  const missing = missingSegments(recordings);
  const startedUnixMs = Math.min(...recordings.map(({ hello }) => hello.originUnixMs));
  const result = await judgeRecordings({
    recordings,
    workload,
    rules: catalogue.map(({ rule }) => rule),
    profile,
    capabilities,
    objectives: configuration.slo,
    effects: recordedEffects(recordings.values().map((recording) => recording.readEffects())),
    ...defined({ workers: options.judgeWorkers }),
    signal,
    onExample: exampleListener({ ...session, profile, catalogue, ruleSet }),
    onRead: (share) => progress.show(`${Math.floor(share * 100)} % judged`),
  });
  const { seed } = configuration.workload;
  const target = run?.target ?? { kind: 'unknown', address: configuration.target };
  const facts: RunFacts = {
    command: load?.command ?? 'judge',
    repro: ['assay', ...words.map(shellQuote)].join(' '),
    startedAt: new Date(startedUnixMs),
    durationMs: result.durationMs,
    seed,
    target: targetRecord(target, withCutAnswers(undefined, result.cutAnswers)),
    profile,
    capabilities,
    catalogue,
    ruleSet,
    ...defined({ label: options.label }),
    load: {
      ...result,
      excluded,
      isPart: missing.length > 0,
      isCut: recordings.some(({ damage }) => damage !== undefined),
    },
    judgedShare: configuration.judgedShare,
    interrupted: signal.aborted || load?.interrupted === true,
    harnessErrors: result.failures,
    ...(result.targetLoss && { targetTrouble: targetGoneMessage(target.address, result) }),
    cutShort: [
      ...(load?.cutShort ?? []),
      ...missing,
      ...(signal.aborted ? [] : cutShortOf(recordings, run, load)),
    ],
  };
  return withBaseline(facts, baseline, (line) => progress.say(line));
}

function opened(paths: readonly string[]): readonly Recording[] {
  const recordings: Recording[] = [];
  try {
    for (const path of paths) recordings.push(new Recording(path, paths.length));
    const files = new Set(paths.map((path) => realpathSync(path)));
    if (files.size === paths.length) return recordings;
    throw new UsageError('The same recording was given twice. Name each recording once.');
  } catch (error) {
    for (const recording of recordings) recording.close();
    throw error;
  }
}

/** The run of the recordings: all describe the same one. */
function runOf(recordings: readonly Recording[]): RecordedRun | undefined {
  const [run] = recordings.map(({ hello, path }) => readRecordedRun(hello.about, path));
  assertSameRun(recordings);
  return run;
}

function cutShortOf(
  recordings: readonly Recording[],
  run: RecordedRun | undefined,
  load: RecordedLoad | undefined,
): readonly string[] {
  return recordings.flatMap((recording) => {
    const { path, damage, cutShort } = recording;
    // A load that was interrupted has stopped all of its engines.
    const why = (load?.interrupted === true ? damage : cutShort) ?? missingFrom(recording, run);
    const name = load === undefined ? path : basename(path);
    return why === undefined
      ? []
      : `Recording is incomplete: ${name}, ${why}. It was judged up to that point.`;
  });
}

/** What was to be added to a recording after its run, and was not. */
function missingFrom(
  { hello, hasEffects, upstream }: Recording,
  run: RecordedRun | undefined,
): string | undefined {
  // The first engine has it for all.
  const hasUpstream = upstream !== undefined || hello.segment.index > 0;
  const missing = [
    ...(run?.addsEffects === true && !hasEffects ? ['the effects of its keys'] : []),
    ...(run?.upstream !== undefined && !hasUpstream ? ['what the upstream received'] : []),
  ];
  return missing.length === 0 ? undefined : `it ends without ${missing.join(' and ')}`;
}

/** The workload is that of the recording; `--config` has the settings of its judging. */
async function configurationFor(
  run: RecordedRun | undefined,
  { config, profile }: JudgeOptions,
): Promise<Configuration> {
  if (run === undefined) return resolved(await readConfiguration(config, { profile }));
  if (config === undefined) return resolved(configurationOf(run.configuration, 'the recording'));
  const given = await readConfiguration(config, { profile });
  const { target, workload } = run.configuration;
  const sent = defined({ target, workload });
  const { catalogue } = given;
  return resolved({ ...configurationOf({ ...given.written, ...sent }, config), catalogue });
}

/** @throws UsageError for an objective without a limit */
function resolved(configuration: Configuration): Configuration {
  refuseUnresolved(configuration.unresolvedSlo);
  return configuration;
}

async function readingFor(
  run: RecordedRun | undefined,
  configuration: Configuration,
  { config, profile }: JudgeOptions,
): Promise<ResolvedProfile> {
  if (run === undefined) return chooseProfileOffline(configuration);
  const named = profile ?? (config === undefined ? undefined : configuration.profile);
  if (named === undefined) return recordedProfile(run, 'the recording');
  return withAbsent(await chooseProfileOffline({ ...configuration, profile: named }), run.absent);
}
