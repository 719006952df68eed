import { randomBytes } from 'node:crypto';
import type { Expectations } from '../../conformance/expectations.ts';
import { withReplayableTrace } from '../workload/trace.ts';
import type { LoggedErrors } from './log.ts';
import { EngineFailure, type EngineRun, runEngine } from './run-engine.ts';
import { type Segment, segmentArgs, segmentPath } from './segments.ts';

/** Options that all engines of a run share. */
export interface EnginesRun extends Omit<EngineRun, 'observer' | 'onEngine' | 'runId'> {
  readonly expect: Expectations;
  readonly signal: AbortSignal;
  readonly parts: readonly Segment[];
  /** The frames of each engine go to an observer of its own. */
  readonly observerOf: (part: Segment) => EngineRun['observer'];
  /** Gets the tap of the first engine, before it starts. */
  readonly onEngine?: EngineRun['onEngine'];
  /** Receives problems that k6 reports and that do not affect the figures. */
  readonly onComplaint?: (sentence: string) => void;
}

/**
 * Runs the engines of a load in parallel until all have ended. When one fails, the others go on.
 * @returns failures of engines or of the scenario, a sentence each
 * @throws SetupError, UsageError, and whatever an observer throws
 */
export async function runEngines(run: EnginesRun): Promise<readonly string[]> {
  return await withReplayableTrace(run.workload, (workload) => runAll({ ...run, workload }));
}

async function runAll(run: EnginesRun): Promise<readonly string[]> {
  const { parts, observerOf, onEngine, recording, extraArgs = [], ...common } = run;
  const broken = new AbortController();
  // Words and keys of a run share its id, whichever engine sends them.
  const runId = randomBytes(4).toString('hex');
  const failures = await Promise.allSettled(
    parts.map(async (part) => {
      try {
        return await runOne({
          ...common,
          runId,
          observer: observerOf(part),
          signal: AbortSignal.any([run.signal, broken.signal]),
          extraArgs: [...extraArgs, ...segmentArgs(part)],
          ...(recording !== undefined && { recording: segmentPath(recording, part) }),
          ...(part.index === 0 && onEngine && { onEngine }),
        });
      } catch (error) {
        broken.abort();
        throw error;
      }
    }),
  );
  return failures.flatMap((settled) => {
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  });
}

async function runOne({
  onComplaint,
  ...run
}: EngineRun & Pick<EnginesRun, 'onComplaint'>): Promise<readonly string[]> {
  try {
    const { scriptErrors: thrown, crossed, complaints } = await runEngine(run);
    for (const complaint of complaints) onComplaint?.(`k6 reports: ${complaint}`);
    return [
      ...(thrown.count > 0 ? [thrownSentence(thrown)] : []),
      ...crossed.first.map(
        (which) => `The thresholds of the scenario were not met: k6 reports that ${which}.`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return [error.message];
  }
}

function thrownSentence({ count, first }: LoggedErrors): string {
  return `The scenario threw ${count === 1 ? 'once' : `${count} times`}: ${first[0]}`;
}
