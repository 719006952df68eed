import { describeOutcome } from '../../answers/narrow.ts';
import type { OperationOverride } from '../../conformance/profiles/profile.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import { BEHAVIOURS, observeBehaviours } from '../../conformance/run/observe-behaviours.ts';
import { createProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { ASSAY_VERSION } from '../../report/assay-version.ts';
import { behaviourRecord } from '../../report/behaviour-sheet/record.ts';
import { type BehaviourSheet, SHEET_VERSION } from '../../report/behaviour-sheet/schema.ts';
import type { Target } from '../../target/target.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf, type TargetOptions, type TimeOptions } from '../options/run-options.ts';
import { chooseProfile } from '../target/choose-profile.ts';
import { type Answered, askTarget } from '../target/discover-operations.ts';
import { openTarget, wayTo } from '../target/open-target.ts';
import { preflight } from '../target/preflight.ts';
import { stoppedAnswering } from '../target/target-gone.ts';
import { targetRecord } from '../target/target-record.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { timeLimit, timeLimitSentence } from './time-limit.ts';

interface Describing extends Answered {
  /** Of the whole command; by the number of the probes when absent. */
  readonly timeLimitMs?: number | undefined;
  readonly target: Target;
  readonly configuration: Configuration;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * The behaviour sheet of one target, which nobody has printed or written yet; undefined when it
 * was interrupted before anything was seen.
 * @param environment holds the API keys of the target
 * @throws UsageError, TargetUnreachable and their like, when nothing began that could be told
 */
export async function describeTarget(
  options: TargetOptions & TimeOptions,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<BehaviourSheet | undefined> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const way = await wayTo(configuration, environment);
  const progress = new Progress(stderr(), options);
  const say = (line: string): void => progress.say(line);
  const interruption = awaitInterruption(() => say('Interrupted: ending the run.'));
  const { signal } = interruption;
  let target: Target | undefined;
  try {
    const { target: text } = configuration;
    target = await openTarget({ ...way, text, progress: say });
    const profile = await chooseProfile(target, configuration);
    const read = await preflight(target, profile.expect, signal, say);
    const parts = { conformance: true, load: false };
    const promised = withoutPromises(profile);
    const asking = { target, configuration, profile: promised, parts, read, signal, say };
    const asked = await askTarget(asking);
    const timeLimitMs = options.timeLimit;
    return await describeOpened({ target, configuration, ...asked, timeLimitMs, signal, progress });
  } catch (error) {
    if (!signal.aborted) throw error;
    say('Nothing was seen yet: there is no sheet.');
    return undefined;
  } finally {
    progress.end();
    await target?.stop();
    interruption.release();
  }
}

/** The same of a target that is there and was asked what it offers; it is not stopped. */
export async function describeOpened(describing: Describing): Promise<BehaviourSheet> {
  const { profile, missingOperations } = describing;
  const absent = [...missingOperations].map(([operation, exchange]): OperationOverride => {
    return { operation, value: 'absent', reason: describeOutcome(exchange) };
  });
  return await look({ ...describing, profile: withAbsent(profile, absent) });
}

async function look({ remark, ...describing }: Describing): Promise<BehaviourSheet> {
  const { target, configuration, profile, signal, progress } = describing;
  const { address, keys, access } = target;
  const { seed } = configuration.workload;
  const startedAt = new Date();
  const startedMs = performance.now();
  const probes = new Set(BEHAVIOURS.map(({ behaviour }) => behaviour.probe)).size;
  const limit = timeLimit(describing.timeLimitMs, probes);
  progress.say(
    `Behaviour: ${BEHAVIOURS.length} questions, profile ${profile.name}, ${limit.text} at most`,
  );
  const gateways = createProbeGateways({
    address,
    keys,
    access,
    expect: profile.expect,
    isAbsent: (operation) => isAbsent(operation, profile),
    seed,
    signal: AbortSignal.any([signal, limit.signal]),
  });
  try {
    const { observed, failures, cutShort } = await observeBehaviours({
      behaviours: BEHAVIOURS,
      profile,
      capabilities: { secondKey: keys.second !== undefined },
      ...gateways,
      signal,
      timeLimit: limit.signal,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    });
    const gone = cutShort === 'target-gone' ? stoppedAnswering(address) : undefined;
    const late = cutShort === 'time-limit' ? timeLimitSentence(limit) : undefined;
    const trouble = signal.aborted
      ? 'The run was interrupted.'
      : ((await target.ended()) ?? gone ?? late);
    const reasons = [...(trouble === undefined ? [] : [trouble]), ...failures];
    return {
      sheetVersion: SHEET_VERSION,
      assayVersion: ASSAY_VERSION,
      exitCode: exitCodeOf(signal.aborted, failures, trouble),
      partial: reasons.length > 0,
      reasons,
      startedAt: startedAt.toISOString(),
      durationMs: performance.now() - startedMs,
      seed,
      target: targetRecord(target, remark),
      profile: profile.name,
      behaviours: observed.map(behaviourRecord),
    };
  } finally {
    await gateways.close();
  }
}

/** Nothing is judged here: what a profile says is offered, and is not, is merely absent. */
function withoutPromises(profile: ResolvedProfile): ResolvedProfile {
  const known = [...profile.operations].filter(([, { value }]) => value === 'absent');
  return { ...profile, operations: new Map(known) };
}

function exitCodeOf(
  interrupted: boolean,
  failures: readonly string[],
  trouble: string | undefined,
): BehaviourSheet['exitCode'] {
  if (interrupted) return EXIT.interrupted;
  if (failures.length > 0) return EXIT.usage;
  return trouble === undefined ? EXIT.holds : EXIT.inconclusive;
}
