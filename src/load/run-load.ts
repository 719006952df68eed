import { lookForLife } from '../conformance/sending/signs-of-life.ts';
import { driveEngines } from './engine/run-engines.ts';
import { type Segment, segmentPath, segments } from './engine/segments.ts';
import { KeyLedger } from './judging/key-ledger.ts';
import { type LoadResult, Score } from './judging/load-collector.ts';
import { engineFacts, type LoadRun } from './load-run.ts';
import { appendEffects, RememberedEffects } from './recording/effects.ts';
import { spooledRun } from './recording/judge-after.ts';
import type { LoadObserver } from './tap/frame-observer.ts';
import type { Tap } from './tap/tap.ts';
import { FindingMetrics } from './tap/violation-feedback.ts';

export type { LoadProgress, LoadResult } from './judging/load-collector.ts';

/** The engine counts a finding with its next request: what it is told after the last one is lost. */
const TELL_EVERY_MS = 100;

/**
 * Runs a workload; every exchange is timed, and judged by the rules that ordinary traffic settles.
 * An engine that fails half-way leaves what came until then.
 * @throws BundleFailure, UsageError
 */
export async function runLoad(run: LoadRun): Promise<LoadResult> {
  const { ledgerPath } = run.reading.expect;
  const ledger = ledgerPath === null ? undefined : new KeyLedger(`${run.address}${ledgerPath}`);
  const counts = ledger && (run.judging !== 'none' || run.recording !== undefined);
  const effects = counts ? new RememberedEffects(ledger) : undefined;
  const parts = segments(run.engines ?? 1);
  const result = await (run.judging === 'after'
    ? spooledRun(run, parts, effects)
    : liveRun(run, parts, effects));
  if (run.recording !== undefined && effects !== undefined) {
    for (const part of parts) appendEffects(segmentPath(run.recording, part), effects.known);
  }
  return result;
}

async function liveRun(
  run: LoadRun,
  parts: readonly Segment[],
  effects: RememberedEffects | undefined,
): Promise<LoadResult> {
  const { judging, onProgress } = run;
  const metrics = new FindingMetrics();
  let tap: Pick<Tap, 'violations'> | undefined;
  const hopeless = new AbortController();
  const score = new Score(judging === 'none' ? { ...run, rules: [] } : run, {
    engines: parts.length,
    ...(effects && { effects }),
    ...(run.abortOn && { abortOn: run.abortOn }),
    look: () => lookForLife({ address: run.address, key: run.keys.first }),
    onAbort: () => hopeless.abort(),
    ...(onProgress && { onProgress }),
  });
  const tell = (): void => {
    if (tap !== undefined) metrics.tell(score.judge.judges, tap);
  };
  const telling = setInterval(tell, TELL_EVERY_MS);
  try {
    const failures = await driveEngines({
      ...engineFacts(run, parts),
      signal: AbortSignal.any([run.signal, hopeless.signal]),
      observerOf: ({ index }): LoadObserver => score.shares[index] ?? {},
      onEngine: (engineTap) => {
        tap = engineTap;
      },
    });
    return await score.finish(failures);
  } finally {
    clearInterval(telling);
  }
}
