import { existsSync } from 'node:fs';
import { acceptedOperations, validAt } from '../../conformance/baseline.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { type Segment, segmentPath, segments } from '../../load/engine/segments.ts';
import type { AbortOn } from '../../load/judging/load-monitor.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { isCustomScenario } from '../../load/scenarios/scenario-files.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import { arrivalPhrase } from '../../load/workload/workload.ts';
import { frozenLevels } from '../../report/assemble/assemble.ts';
import { levelOf } from '../../report/assemble/rule-results.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { exclusionSentence } from '../../report/phrases/sentences.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { RecordingOptions } from '../options/load-options.ts';
import type { SpendingOptions } from '../options/run-options.ts';
import { LoadSpending } from '../spending/load-spending.ts';
import { loadView } from '../terminal/load-view.ts';
import type { Assessment, Measured, Measurement } from './assessment.ts';
import { recordingSentence, segmentsOf } from './engine-outputs.ts';
import { loadBasis } from './load-run-basis.ts';
import { describeRun } from './recorded-run.ts';
import { loadLimitSentence, loadTimeMs, timeLimit } from './time-limit.ts';

/** One load, with the workload of the configuration. */
export const ONE_LOAD: Measurement = {
  isPlanned: true,
  isJudged: true,
  check: refuseIdleAbort,
  run: measureLoad,
};

async function measureLoad(assessment: Assessment, binary: string): Promise<Measured> {
  const { configuration, profile, recording, progress } = assessment;
  const { workload, excluded } = supportedWorkload(configuration.workload, profile);
  const limit = timeLimit(assessment.timeLimitMs, loadTimeMs(workload));
  progress.say(`Load: ${workload.scenario}, ${arrivalPhrase(workload)}, time limit ${limit.text}`);
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
    abortOn: abortOnOf(assessment),
    onProgress: (seen) => progress.live(loadView(seen, frame)),
  });
  const isLate = limit.signal.aborted && !assessment.signal.aborted;
  progress.say(loadEndSentence(result));
  for (const part of segments(engines)) sayRecorded(assessment, part);
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

/** A finding counts towards the conditions of abortOn with its level in the report. */
function abortOnOf(assessment: Assessment): AbortOn {
  const { configuration, catalogue, ruleSet, profile, baseline } = assessment;
  const accepted = baseline === undefined ? [] : validAt(new Date(), baseline.content).accepted;
  const frozen = frozenLevels({ catalogue, ruleSet });
  return {
    conditions: configuration.abortOn,
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
