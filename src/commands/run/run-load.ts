import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { acceptedOperations, validAt } from '../../conformance/baseline.ts';
import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { defined } from '../../input/defined.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { listK6Outputs } from '../../load/engine/k6-outputs.ts';
import {
  ARRIVALS_PER_CORE,
  enginesFor,
  enginesForCores,
  type Segment,
  segmentPath,
  segments as segmentsFor,
} from '../../load/engine/segments.ts';
import type { AbortOn } from '../../load/judging/load-monitor.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { isCustomScenario } from '../../load/scenarios/scenario-files.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import { arrivalPhrase, peakRate } from '../../load/workload/workload.ts';
import { frozenLevels } from '../../report/assemble/assemble.ts';
import { levelOf } from '../../report/assemble/rule-results.ts';
import { formatCount, formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { exclusionSentence } from '../../report/phrases/sentences.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { MOST_SEGMENTS, type RecordingOptions } from '../options/load-options.ts';
import type { SpendingOptions } from '../options/run-options.ts';
import { LoadSpending } from '../spending/spending.ts';
import { loadView } from '../terminal/load-view.ts';
import type { Assessment, Measured, Measurement, OpenedRun } from './assessment.ts';
import { describeRun } from './run-judge.ts';
import { exampleListener } from './session.ts';
import { loadLimitSentence, loadTimeMs, timeLimit } from './time-limit.ts';

/** One load, with the workload of the configuration. */
export const ONE_LOAD: Measurement = {
  isPlanned: true,
  isJudged: true,
  check(configuration) {
    refuseIdleAbort(configuration);
    refuseUnreachableRate(configuration);
  },
  run: measureLoad,
};

async function measureLoad(assessment: Assessment, binary: string): Promise<Measured> {
  const { configuration, profile, recording, progress } = assessment;
  const { workload, excluded } = supportedWorkload(configuration.workload, profile);
  const limit = timeLimit(assessment.timeLimitMs, loadTimeMs(workload));
  progress.say(`Load: ${workload.scenario}, ${arrivalPhrase(workload)}${limit.clause}`);
  for (const one of excluded) progress.say(exclusionSentence(one));
  const judging = recording.judge ?? 'live';
  const frame = { ...workload, judging, target: assessment.target.address };
  const engines = segmentsOf(recording, assessment.k6Outputs, workload.inFlight);
  const spending = assessment.budget && new LoadSpending(assessment.budget);
  const ends = [assessment.signal, limit.signal, ...(spending ? [spending.signal] : [])];
  const result = await runLoad({
    ...loadBasis(assessment, binary),
    signal: AbortSignal.any(ends),
    ...defined({ observer: spending }),
    workload,
    objectives: configuration.slo,
    k6Outputs: assessment.k6Outputs,
    ...(recording.record !== undefined && {
      recording: recording.record,
      about: describeRun(assessment, { addsEffects: profile.expect.ledgerPath !== null }),
    }),
    judging,
    canJudgeLater: judging === 'live' && canJudgeLater(assessment),
    mayFallBehind: mayFallBehind(assessment),
    engines,
    ...defined({ judgeWorkers: recording.judgeWorkers }),
    onComplaint: (sentence) => progress.say(`Load: ${sentence}`),
    onJudged: (share) => progress.show(`${Math.floor(share * 100)} % judged`),
    abortOn: { conditions: configuration.abortOn, ...findingWeight(assessment) },
    onProgress: (seen) => progress.live(loadView(seen, frame)),
  });
  const isLate = limit.signal.aborted && !assessment.signal.aborted;
  progress.say(loadEndSentence(result));
  for (const part of segmentsFor(engines)) sayRecorded(assessment, part);
  return {
    facts: { load: { ...result, excluded } },
    failures: result.failures,
    cutShort: [
      ...(isLate ? [loadLimitSentence(limit)] : []),
      ...(spending?.signal.aborted === true ? [spending.sentence] : []),
    ],
  };
}

function sayRecorded({ recording, progress }: Assessment, part: Segment): void {
  if (recording.record === undefined) return;
  const file = segmentPath(recording.record, part);
  if (!existsSync(file)) return;
  progress.say(recordingSentence(file));
}

/**
 * Whether nothing needs a request to be judged soon after its end: neither what a provider received, nor the
 * metrics and thresholds of k6, in which findings are counted.
 */
function mayFallBehind(assessment: Assessment): boolean {
  const { upstream, k6Outputs, configuration } = assessment;
  const isCounted = k6Outputs.length > 0 || isCustomScenario(configuration.workload.scenario);
  return upstream === undefined && !isCounted && canJudgeLater(assessment);
}

/** Whether nothing in the settings needs requests to be judged during the load. */
function canJudgeLater({ configuration, budget }: Assessment): boolean {
  const isBudgeted = budget !== undefined && Number.isFinite(budget.allowance.limit);
  return configuration.abortOn.length === 0 && !isBudgeted;
}

/** @throws UsageError when conditions need requests that are judged only after the load */
export function refuseUnseenAbort({ abortOn }: Configuration, { judge }: RecordingOptions): void {
  if (judge !== 'after' || abortOn.length === 0) return;
  throw new UsageError(
    'abortOn cannot be combined with --judge after: the conditions are checked while the load runs. Remove abortOn from the configuration, or use --judge live.',
  );
}

/** @throws UsageError when a budget cannot be held, because requests are counted after the load */
export function refuseUncountedBudget(
  { budget }: SpendingOptions,
  { judge }: RecordingOptions,
): void {
  if (judge !== 'after' || budget === undefined) return;
  throw new UsageError(
    '--budget cannot be combined with --judge after: what the load spends is counted while it is judged. Use --judge live.',
  );
}

/** @throws UsageError when the load ends before a condition can apply */
function refuseIdleAbort({ abortOn, workload }: Configuration): void {
  const { durationMs } = workload;
  const idle = abortOn.find(({ afterMs }) => afterMs > durationMs);
  if (idle === undefined) return;
  const [says, lasts] = [idle.afterMs, durationMs].map((ms) => formatDuration(ms));
  const [why, word] =
    idle.afterMs > idle.windowMs ? ['its "after"', 'after'] : ['its "over"', 'over'];
  throw new UsageError(
    `abortOn can never end this load: ${JSON.stringify(idle.text)} applies after ${says} (${why}), and the load lasts ${lasts}. Shorten "${word}", or extend the load.`,
  );
}

/** Far above what any core starts: what is below is tried. */
const MOST_PER_CORE = 10 * ARRIVALS_PER_CORE;

/** @throws UsageError for a rate that a machine of this size cannot start */
function refuseUnreachableRate({ workload }: Configuration): void {
  const cores = availableParallelism();
  const rate = peakRate(workload);
  if (rate <= MOST_PER_CORE * cores) return;
  throw new UsageError(
    `${formatCount(rate)} arrivals/s are too many for this machine: a core starts about ${formatCount(ARRIVALS_PER_CORE)}/s, and it has ${formatNumberOf(cores, 'core')}. Lower the rate, or spread the load over a cluster with "assay load --on-cluster".`,
  );
}

/** What a finding counts while the run lasts: with its level in the report. */
export function findingWeight(assessment: OpenedRun): Pick<AbortOn, 'levelOf' | 'isAccepted'> {
  const { catalogue, ruleSet, profile, baseline } = assessment;
  const accepted = baseline === undefined ? [] : validAt(new Date(), baseline.content).accepted;
  const frozen = frozenLevels({ catalogue, ruleSet });
  return {
    levelOf: (rule) => levelOf(rule, profile, frozen),
    isAccepted: ({ id }, operation) =>
      accepted.some(
        (entry) =>
          entry.rule === id && acceptedOperations(entry).some((name) => name === operation),
      ),
  };
}

type Ended = Pick<LoadResult, 'durationMs' | 'endMs' | 'exchanges' | 'abort'>;

/** A shorter wait after the arrivals is not reported. */
const SHORTEST_WAIT_MS = 1000;

/** The end of a load: when the arrivals ended, and when the last requests ended if that was later. */
export function loadEndSentence({ durationMs, endMs, exchanges, abort }: Ended): string {
  const waited = endMs - durationMs >= SHORTEST_WAIT_MS;
  const ended = waited ? 'arrivals ended' : 'ended';
  const how = abort === undefined ? ended : `aborted by abortOn (${abort.condition.text})`;
  const last = waited ? `, the last requests after ${formatDuration(endMs)}` : '';
  return `Load: ${how} after ${formatDuration(durationMs)}${last}, ${formatNumberOf(exchanges, 'request')}`;
}

/** What every load of an assessment has in common. */
export function loadBasis(assessment: Assessment, binary: string) {
  return {
    ...bareBasis(assessment, binary),
    rules: assessment.catalogue.map(({ rule }) => rule),
    onExample: exampleListener(assessment),
    ...defined({ upstream: assessment.upstream }),
  };
}

/** A load that no rule judges. */
export function bareBasis(
  {
    target,
    profile,
    capabilities,
    traces,
    signal,
  }: Pick<Assessment, 'target' | 'profile' | 'capabilities' | 'traces' | 'signal'>,
  binary: string,
) {
  const { address, keys } = target;
  return {
    binary,
    address,
    keys: { ...keys, access: { ...target.access, key: keyCarriage(profile.expect) } },
    rules: [],
    profile,
    capabilities,
    ...defined({ traces }),
    signal,
    targetEnded: () => target.ended(),
  };
}

/** Where a recording is, for who started the load. */
export function recordingSentence(file: string): string {
  return `Recording: ${file} contains complete requests and answers. Protect it as you protect those.`;
}

/** Outputs of k6 that two engines cannot share: they write a file or listen on a port. */
const SINGLE_OUTPUT = /^(json|csv|web-dashboard)\b/;

/**
 * How many engines share a load: unless the user says it, as many as keep each of them small, with
 * `auto` at least as many as the cores keep busy, and one where several would write the same file, or listen on the same port.
 */
export function segmentsOf(
  { segments }: RecordingOptions,
  k6Outputs: readonly string[],
  inFlight: number,
  cores: number = availableParallelism(),
): number {
  if (typeof segments === 'number') return segments;
  if (k6Outputs.some((output) => SINGLE_OUTPUT.test(output))) return 1;
  const forCores = segments === 'auto' ? enginesForCores(cores, inFlight) : 1;
  return Math.min(Math.max(enginesFor(inFlight), forCores), MOST_SEGMENTS);
}

/** @throws UsageError when several engines would write the same file, or listen on the same port */
export function refuseSharedOutput({
  segments = 1,
  k6Out = [],
}: RecordingOptions & { readonly k6Out?: readonly string[] }): void {
  const startsSeveral = segments !== 'auto' && segments > 1;
  const shared = startsSeveral ? k6Out.find((output) => SINGLE_OUTPUT.test(output)) : undefined;
  if (shared === undefined) return;
  throw new UsageError(
    `--k6-out ${shared} cannot be shared by several engines, and --segments ${segments} starts several. Remove one of them, or choose another output, such as opentelemetry.`,
  );
}

/** @throws UsageError when the recording cannot be written: checked before the run */
export async function requireRecordable({ record }: RecordingOptions): Promise<void> {
  if (record !== undefined) await requireWritable('Recording', record);
}

/** @throws UsageError when a file cannot be written: checked before the run */
async function requireWritable(what: string, file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) throw new Error('It is a folder.');
  } catch (cause) {
    throw new UsageError(
      `${what} cannot be written: ${file}. Name a file in a folder that exists and is writable.`,
      { cause },
    );
  }
}

/** Outputs that write a file. */
const FILE_OUTPUT = /^(?:json|csv)=([^=]+)$/;

/**
 * Checks, before anything is sent, that an engine has the configured outputs.
 * @param named with `--k6-out`; without it k6 uses those of K6_OUT
 * @throws UsageError that names the nearest output
 */
export async function requireOutputs(
  engine: string,
  named: readonly string[] | undefined,
): Promise<void> {
  const outputs = named ?? (process.env.K6_OUT || undefined)?.split(',') ?? [];
  if (outputs.length === 0) return;
  const known = await listK6Outputs(engine);
  for (const output of outputs) {
    const [name = ''] = output.split('=');
    if (known?.includes(name) === false) {
      throw new UsageError(
        `Unknown output of k6: ${name || '""'} in ${named === undefined ? 'K6_OUT' : '--k6-out'}.${didYouMean(name, known)} Outputs of the engine: ${known.join(', ')}.`,
      );
    }
    const [, file] = FILE_OUTPUT.exec(output) ?? [];
    if (file !== undefined) await requireWritable('Output of k6', file);
  }
}
