import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { CATALOGUE } from '../../conformance/catalogue.ts';
import { findRuleSet } from '../../conformance/find-rule-set.ts';
import { OperationOverrideSchema } from '../../conformance/profiles/profile.ts';
import { parseProfile } from '../../conformance/profiles/profile-file.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../conformance/profiles/resolved-profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { accessSecrets, NO_ACCESS } from '../../exchange/access.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ExchangeSink } from '../../load/judging/load-collector.ts';
import type { ReportedLoad } from '../../load/load-result.ts';
import { recordedEffects } from '../../load/recording/effects.ts';
import { judgeRecordings } from '../../load/recording/judge-recordings.ts';
import { Recording } from '../../load/recording/recording.ts';
import { assertSameRun, assertSameTime, missingSegments } from '../../load/recording/same-run.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { type BaselineFile, readBaseline, withBaseline } from '../configuration/baseline-file.ts';
import {
  type Configuration,
  configurationOf,
  readConfiguration,
  refuseUnresolved,
} from '../configuration/configuration.ts';
import type { JudgeOptions } from '../options/load-options.ts';
import { buildLabel } from '../options/run-options.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { targetGoneMessage, targetRecord } from '../target/target-gone.ts';
import { knowSecrets } from '../terminal/secrets.ts';
import type { Assessment } from './assessment.ts';
import { rereadLine } from './repro-line.ts';
import { exampleListener, type Session } from './session.ts';

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
  /** Gets its requests; absent where no span is sent. */
  readonly traces?: ExchangeSink | undefined;
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
  const { progress, signal } = session;
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
    ...defined({ workers: options.judgeWorkers, traces: load?.traces }),
    signal,
    onExample: exampleListener({ ...session, profile, catalogue, ruleSet }),
    onRead: (share) => progress.show(`${Math.floor(share * 100)} % judged`),
  });
  const facts = {
    command: load?.command ?? 'judge',
    startedAt: new Date(startedUnixMs),
    target: run?.target ?? { kind: 'unknown', address: configuration.target },
    configuration,
    profile,
    capabilities,
    ruleSet,
    ...defined({ label: buildLabel(options.label, process.env) }),
    load: {
      ...result,
      excluded,
      isPart: missing.length > 0,
      isCut: recordings.some(({ damage }) => damage !== undefined),
    },
    interrupted: signal.aborted || load?.interrupted === true,
    cutShort: [
      ...(load?.cutShort ?? []),
      ...missing,
      ...(signal.aborted ? [] : cutShortOf(recordings, run, load)),
    ],
  };
  return await reportOfLoad(facts, baseline, session);
}

/** What the configuration or the load says too. */
type Derived =
  | 'repro'
  | 'traceLink'
  | 'durationMs'
  | 'seed'
  | 'catalogue'
  | 'judgedShare'
  | 'harnessErrors';

/** A load that was sent before, or by others: nothing is sent for its report. */
interface ReadLoad extends Omit<RunFacts, Derived | 'configuration'> {
  readonly configuration: Configuration;
  readonly load: ReportedLoad;
}

/** Its report, compared with the baseline. */
export async function reportOfLoad(
  { configuration, ...read }: ReadLoad,
  baseline: BaselineFile | undefined,
  { words, progress }: Pick<Session, 'words' | 'progress'>,
): Promise<RunReport> {
  const { load, target } = read;
  const { catalogue, judgedShare, workload } = configuration;
  const facts: RunFacts = {
    ...read,
    repro: rereadLine(words),
    durationMs: load.durationMs,
    seed: workload.seed,
    target: targetRecord(target, undefined, load.cutAnswers),
    catalogue,
    judgedShare,
    harnessErrors: load.failures,
    ...defined({ configuration: configuration.source, traceLink: configuration.traceLink }),
    ...(load.targetLoss && { targetTrouble: targetGoneMessage(target.address, load) }),
  };
  return await withBaseline(facts, baseline, (line) => progress.say(line));
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
  if (run === undefined) return withLimits(await readConfiguration(config, { profile }));
  if (config === undefined) return withLimits(configurationOf(run.configuration, 'the recording'));
  const given = await readConfiguration(config, { profile });
  const { target, workload, http2 } = run.configuration;
  const sent = defined({ target, workload, http2 });
  const { catalogue } = given;
  return withLimits({ ...configurationOf({ ...given.written, ...sent }, config), catalogue });
}

/** @throws UsageError for an objective without a limit */
function withLimits(configuration: Configuration): Configuration {
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

/** The description of the run in `hello.about` of a recording: enough to judge it. */
const RecordedRunSchema = z.object({
  target: z.object({ kind: z.string(), address: z.string(), note: z.string().optional() }),
  /** The values of `assay.yaml` and the flags together. */
  configuration: z.record(z.string(), z.unknown()),
  /** The changes of the profile and the configuration, as a profile. */
  profile: z.object({ name: z.string(), overrides: z.array(z.unknown()) }),
  /** Operations that discovery found absent. */
  absent: z.array(OperationOverrideSchema),
  secondKey: z.boolean(),
  /** A proxy read and wrote the messages. */
  isRelayed: z.boolean().default(false),
  isHttp2: z.boolean().default(false),
  /** Assay was the provider behind the target; with why nothing could be seen there. */
  upstream: z
    .object({ problem: z.string().optional() })
    .transform((upstream) => defined(upstream))
    .optional(),
  /** Names of the variables whose values its headers and query carried. */
  secrets: z.array(z.string()).default([]),
  /** Assay adds the effects of idempotency keys to the recording after the run. */
  addsEffects: z.boolean(),
});

const UNRECORDED = 'The recording does not have what the upstream received.';

type RecordedRun = z.infer<typeof RecordedRunSchema>;

/** Headers, query and proxy may contain secrets; rules name code, and tls files. */
const UNDESCRIBED: ReadonlySet<string> = new Set(['headers', 'query', 'proxy', 'rules', 'tls']);

/** The parts of a run that its recording describes. */
interface DescribedRun extends Pick<Assessment, 'configuration' | 'profile' | 'capabilities'> {
  readonly target: Pick<Assessment['target'], 'kind' | 'address' | 'note' | 'access'>;
}

/**
 * The description of a run in its recording. It contains no key and no value of a secret.
 * @param addsEffects see `RecordedRun`: not of a script, which is started by hand
 */
export function describeRun(
  { target, configuration, profile, capabilities }: DescribedRun,
  { addsEffects }: Pick<RecordedRun, 'addsEffects'>,
): RecordedRun {
  const { kind, address, note } = target;
  const known = new Set<unknown>(profile.overrides);
  const written = Object.entries(configuration.written).filter(([name]) => !UNDESCRIBED.has(name));
  return {
    target: defined({ kind, address, note }),
    configuration: Object.fromEntries(written),
    profile: { name: profile.name, overrides: [...profile.overrides] },
    absent: [...profile.operations.values()].filter((override) => !known.has(override)),
    secondKey: capabilities.secondKey,
    isRelayed: capabilities.isRelayed === true,
    isHttp2: capabilities.isHttp2 === true,
    secrets: Object.keys(target.access.secrets),
    ...defined({ upstream: capabilities.upstream }),
    addsEffects,
  };
}

/**
 * The description of its run in a recording; undefined in a recording without one.
 * @throws UsageError for a description of another version of Assay
 */
function readRecordedRun(about: unknown, path: string): RecordedRun | undefined {
  if (about === undefined) return undefined;
  const parsed = RecordedRunSchema.safeParse(about);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Recording has no valid run description: ${path}. Record the run again with this version of Assay.`,
  );
}

/** The resolved profile of the recorded run. */
function recordedProfile({ profile, absent }: RecordedRun, path: string): ResolvedProfile {
  const resolved = resolveProfile(
    parseProfile(profile, path),
    CATALOGUE.map(({ rule }) => rule),
  );
  return withAbsent(resolved, absent);
}

/** @param hasUpstream whether a recording has what the upstream received */
function recordedCapabilities(run: RecordedRun | undefined, hasUpstream: boolean): Capabilities {
  const { secondKey = false, isRelayed = false, isHttp2 = false, upstream } = run ?? {};
  const known = { secondKey, isRelayed, isHttp2 };
  if (upstream === undefined) return known;
  return { ...known, upstream: hasUpstream ? upstream : { problem: UNRECORDED } };
}
