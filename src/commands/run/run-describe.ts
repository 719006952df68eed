import { describeOutcome } from '../../answers/narrow.ts';
import type { OperationOverride } from '../../conformance/profiles/profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import { BEHAVIOURS, observeBehaviours } from '../../conformance/run/observe-behaviours.ts';
import { Budget } from '../../conformance/sending/budget.ts';
import { findEngine } from '../../load/engine/find-engine.ts';
import { ASSAY_VERSION } from '../../report/assay-version.ts';
import { behaviourRecord } from '../../report/behaviour-sheet/record.ts';
import { type BehaviourSheet, SHEET_VERSION } from '../../report/behaviour-sheet/schema.ts';
import { withCutAnswers } from '../../report/phrases/cut-answers-sentence.ts';
import type { Target } from '../../target/target.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { OptionsOf } from '../options/option.ts';
import { overridesOf } from '../options/overrides.ts';
import type { PROBES_LIMIT, SEND, SPENDING, TARGET, UPSTREAM } from '../options/run-options.ts';
import { allowanceOf } from '../spending/allowance.ts';
import { comparisonApprover } from '../spending/approve-comparison.ts';
import { PlanDeclined, questionOn } from '../spending/approve-plan.ts';
import { countsSpending } from '../spending/effort-for.ts';
import { type ConnectedTarget, connectTarget } from '../target/connect-target.ts';
import { defaultTargetLine, openTarget, targetOf, wayTo } from '../target/open-target.ts';
import { checkUpstream, type OpenUpstream, openUpstream } from '../target/open-upstream.ts';
import { targetTrouble } from '../target/target-gone.ts';
import { targetRecord } from '../target/target-record.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { probesTimeMs, timeLimit, timeLimitSentence } from './time-limit.ts';

interface DescribeOptions extends ConnectedTarget {
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  readonly configuration: Configuration;
  /** What to repeat where the target is gone; the run when absent. */
  readonly repeat?: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * The behaviour sheet of one target, not printed or written yet; undefined when the run was
 * interrupted before anything was observed.
 * @param environment holds the API keys of the target
 * @throws UsageError, TargetUnreachable and others, when nothing was observed yet
 */
export async function describeTarget(
  options: OptionsOf<
    [typeof TARGET, ...typeof SEND, typeof UPSTREAM, ...typeof SPENDING, typeof PROBES_LIMIT]
  >,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<BehaviourSheet | undefined> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const allowance = allowanceOf(options.budget, configuration.prices);
  const progress = new Progress(stderr(), options);
  const say = (line: string): void => progress.say(line);
  const text = targetOf(configuration);
  checkUpstream(configuration, [text]);
  const plainWay = await wayTo(configuration, environment);
  const unnamed = defaultTargetLine(configuration);
  if (unnamed !== undefined) say(unnamed);
  const interruption = awaitInterruption(() => say('Interrupted: stopping the run.'));
  const { signal } = interruption;
  let target: Target | undefined;
  let behind: OpenUpstream | undefined;
  let connected: ConnectedTarget | undefined;
  try {
    const engine =
      configuration.upstream !== undefined
        ? await findEngine({ env: { ...process.env, ...environment }, progress: say, signal })
        : undefined;
    behind = await openUpstream(configuration, [{ text }], { way: plainWay, engine, say });
    const [way = plainWay] = behind?.ways ?? [];
    target = await openTarget({ ...way, text, progress: say });
    const { address } = target;
    const isCounted = countsSpending(address, configuration, options);
    connected = await connectTarget(target, {
      configuration,
      upstream: behind?.upstream,
      budget: isCounted ? new Budget(allowance) : undefined,
      onResponding: comparisonApprover({
        configuration: { ...configuration, catalogue: [] },
        spending: options,
        targets: [address],
        effortOf: () => 'thorough',
        allowance,
        ask: questionOn(process.stdin, stderr(), signal),
        say,
      }),
      conformance: true,
      ignorePromises: true,
      isJudged: false,
      signal,
      say,
    });
    const timeLimitMs = options.timeLimit;
    return await describeConnected({ ...connected, configuration, timeLimitMs, signal, progress });
  } catch (error) {
    if (error instanceof PlanDeclined) {
      say('Not started: nothing was sent that costs money.');
      return undefined;
    }
    if (!signal.aborted) throw error;
    say('No behaviour sheet: nothing was observed yet.');
    return undefined;
  } finally {
    progress.end();
    await connected?.connection.close();
    await target?.stop();
    await behind?.upstream.stop();
    interruption.release();
  }
}

/** The same for a target that is connected; it is not stopped. */
export async function describeConnected(options: DescribeOptions): Promise<BehaviourSheet> {
  const { connection, target, configuration, capabilities, missingOperations, remark } = options;
  const { signal, progress, upstream, repeat } = options;
  const missing = [...missingOperations].map(([operation, exchange]): OperationOverride => {
    return { operation, value: 'absent', reason: describeOutcome(exchange) };
  });
  const profile = withAbsent(options.profile, missing);
  connection.profile = profile;
  const { seed } = configuration.workload;
  const startedAt = new Date();
  const startedMs = performance.now();
  const probes = new Set(BEHAVIOURS.map(({ behaviour }) => behaviour.probe)).size;
  const limit = timeLimit(options.timeLimitMs, probesTimeMs(probes));
  progress.say(
    `Behaviour: ${BEHAVIOURS.length} questions, profile ${profile.name}, time limit ${limit.text}`,
  );
  const { observed, failures, cutShort, gone } = await connection.within(limit.signal, () =>
    observeBehaviours({
      behaviours: BEHAVIOURS,
      profile,
      capabilities,
      target: connection.gateways,
      signal,
      timeLimit: limit.signal,
      probeDeadlineMs: profile.expect.probeDeadlineMs,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    }),
  );
  const trouble = async (): Promise<readonly string[]> => {
    if (signal.aborted) return ['The run was interrupted.'];
    const ended = upstream?.ended() ?? (await target.ended());
    if (ended !== undefined) return [ended];
    if (gone !== undefined) return [await targetTrouble(target, { gone }, { signal, repeat })];
    return cutShort === 'time-limit' ? [timeLimitSentence(limit)] : [];
  };
  const reasons = [...(await trouble()), ...failures];
  return {
    sheetVersion: SHEET_VERSION,
    assayVersion: ASSAY_VERSION,
    exitCode: exitCodeOf(signal.aborted, failures, reasons),
    partial: reasons.length > 0,
    reasons,
    startedAt: startedAt.toISOString(),
    durationMs: performance.now() - startedMs,
    seed,
    target: targetRecord(target, withCutAnswers(remark, connection.cutAnswers.byLimit)),
    profile: profile.name,
    behaviours: observed.map(behaviourRecord),
  };
}

function exitCodeOf(
  interrupted: boolean,
  failures: readonly string[],
  reasons: readonly string[],
): BehaviourSheet['exitCode'] {
  if (interrupted) return EXIT.interrupted;
  if (failures.length > 0) return EXIT.usage;
  return reasons.length === 0 ? EXIT.holds : EXIT.inconclusive;
}
