import { describeOutcome } from '../../answers/narrow.ts';
import type { OperationOverride } from '../../conformance/profiles/profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import { BEHAVIOURS, observeBehaviours } from '../../conformance/run/observe-behaviours.ts';
import { behaviourRecord } from '../../report/assemble/behaviour-record.ts';
import { ASSAY_VERSION } from '../../report/manifest.ts';
import { type BehaviourSheet, SHEET_VERSION } from '../../report/schema/sheet.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf } from '../options/load-options.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import { targetOf } from '../target/open-target.ts';
import { checkUpstream } from '../target/open-upstream.ts';
import { targetRecord, targetTrouble } from '../target/target-gone.ts';
import { probesLine } from './probe-progress.ts';
import type { AssessOptions } from './run-inputs.ts';
import type { Session } from './session.ts';
import { probesTimeMs, timeLimit, timeLimitSentence } from './time-limit.ts';
import { withTarget } from './with-targets.ts';

interface Describing extends ConnectedTarget, Pick<Session, 'signal' | 'progress'> {
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  readonly configuration: Configuration;
  /** What to repeat where the target is gone; the run when absent. */
  readonly repeat?: string;
}

/**
 * The behaviour sheet of one target, not printed or written yet; undefined when the run was
 * interrupted before anything was observed.
 * @throws UsageError, TargetUnreachable and others, when nothing was observed yet
 */
export async function describeTarget(
  options: AssessOptions,
  session: Session,
): Promise<BehaviourSheet | undefined> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  checkUpstream(configuration, [targetOf(configuration)]);
  const order = {
    configuration,
    catalogue: [],
    parts: { conformance: true, behaviours: true },
    options: { ...options, thorough: true },
  };
  const nothing = 'No behaviour sheet: nothing was observed yet.';
  return await withTarget(session, order, nothing, async (_engine, connect) => {
    const connected = await connect({ conformance: true, ignorePromises: true, isJudged: false });
    const { timeLimit: timeLimitMs } = options;
    return await describeConnected({ ...connected, ...session, configuration, timeLimitMs });
  });
}

/** The same for a target that is connected; it is not stopped. */
export async function describeConnected(options: Describing): Promise<BehaviourSheet> {
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
  progress.say(`Behaviour: ${BEHAVIOURS.length} questions, profile ${profile.name}${limit.clause}`);
  const { observed, failures, cutShort, gone } = await connection.within(limit.signal, () =>
    observeBehaviours({
      behaviours: BEHAVIOURS,
      profile,
      capabilities,
      target: connection.gateways,
      signal,
      timeLimit: limit.signal,
      probeDeadlineMs: profile.expect.probeDeadlineMs,
      onProgress: (running) => progress.show(probesLine(running)),
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
    target: targetRecord(target, remark, connection.cutAnswers.byLimit),
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
