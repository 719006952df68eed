import type { RuleJudge } from '../conformance/judge.ts';
import { effectLedger } from '../conformance/sending/effect-ledger.ts';
import { checkLiveness } from '../conformance/sending/liveness.ts';
import { isOperation } from '../contract/operations.ts';
import { originNow } from '../exchange/upstream/origin.ts';
import { defined } from '../input/defined.ts';
import { errorCode } from '../input/read-text-file.ts';
import { runEngines } from './engine/run-engines.ts';
import { type Segment, segmentPath, segments, upstreamPath } from './engine/segments.ts';
import { LoadCollector } from './judging/load-collector.ts';
import { liveSource, settleMs } from './judging/relays.ts';
import type { LoadResult } from './load-result.ts';
import { engineOptions, type LoadRun, targetOf } from './load-run.ts';
import { appendEffects, RememberedEffects } from './recording/effects.ts';
import { judgeAfter } from './recording/judge-after.ts';
import { spoolingUpstream } from './recording/upstream-spool.ts';
import type { Tap } from './tap/tap.ts';
import type { FrameObserver } from './tap/tap-frame.ts';

/** The engine counts a violation with its next request: one after the last request is lost. */
const REPORT_EVERY_MS = 100;

/**
 * Runs a workload; every exchange is timed, and judged by the rules that ordinary traffic can verify.
 * The result of an engine that fails half-way holds what came until then.
 * @throws SetupError, UsageError
 */
export async function runLoad(run: LoadRun): Promise<LoadResult> {
  const { ledgerPath } = run.profile.expect;
  const ledger = effectLedger(run.address, ledgerPath, targetOf(run).access);
  const counts = ledger && (run.judging !== 'none' || run.recording !== undefined);
  const effects = counts ? new RememberedEffects(ledger) : undefined;
  const parts = segments(run.engines ?? 1);
  const result = await (run.judging === 'after'
    ? judgeAfter(run, parts, effects)
    : recordedRun(run, parts, effects));
  const { recording } = run;
  if (recording === undefined || effects === undefined) return result;
  const failures = parts.flatMap((part) =>
    completeRecording(segmentPath(recording, part), effects),
  );
  return { ...result, failures: [...result.failures, ...failures] };
}

/** @returns why the recording is not complete, a sentence: what was measured is not lost with it */
export function completeRecording(
  path: string,
  { known }: Pick<RememberedEffects, 'known'>,
): readonly string[] {
  try {
    appendEffects(path, known);
    return [];
  } catch (error) {
    const problem = errorCode(error);
    return [
      `Recording is not complete: ${path} (${problem}). Free space on its disk, or name a file on another one with --record.`,
    ];
  }
}

async function recordedRun(
  run: LoadRun,
  parts: readonly Segment[],
  effects: RememberedEffects | undefined,
): Promise<LoadResult> {
  const [result, failures] = await spoolingUpstream(
    run.upstream,
    run.recording && upstreamPath(run.recording, parts),
    settleMs(run.profile.expect),
    () => liveRun(run, parts, effects),
  );
  return { ...result, failures: [...result.failures, ...failures] };
}

async function liveRun(
  run: LoadRun,
  parts: readonly Segment[],
  effects: RememberedEffects | undefined,
): Promise<LoadResult> {
  const { judging, onProgress, canJudgeLater, mayFallBehind = false, abortOn } = run;
  const feedback = new ViolationFeedback();
  let tap: Pick<Tap, 'violations'> | undefined;
  const aborting = new AbortController();
  const endIfEnded = async (): Promise<void> => {
    if ((await run.targetEnded?.()) !== undefined) aborting.abort();
  };
  const collector = new LoadCollector(judging === 'none' ? { ...run, rules: [] } : run, {
    engines: parts.length,
    ...(parts.length > 1 && { origin: originNow() }),
    probe: () => checkLiveness(targetOf(run)),
    onAbort: () => aborting.abort(),
    onGone: () => void endIfEnded(),
    ...defined({ effects, abortOn, onProgress, canJudgeLater }),
    ...(run.upstream && { upstream: liveSource(run.upstream) }),
  });
  const sendViolations = (): void => {
    if (tap !== undefined) feedback.send(collector.judge.judges, tap);
  };
  const sending = setInterval(sendViolations, REPORT_EVERY_MS);
  try {
    const failures = await runEngines({
      ...engineOptions(run, parts),
      spoolsUnread: mayFallBehind,
      signal: AbortSignal.any([run.signal, aborting.signal]),
      observerOf: ({ index }): FrameObserver => collector.observers[index] ?? {},
      onEngine: (engineTap) => {
        tap = engineTap;
      },
    });
    return await collector.finish(failures);
  } finally {
    clearInterval(sending);
  }
}

/** Sends the findings since the last call to the engine, which counts them in `gw_violations`. */
class ViolationFeedback {
  readonly #sent = new Map<string, number>();

  send(judges: readonly RuleJudge[], tap: Pick<Tap, 'violations'>): void {
    for (const { rule, tally } of judges) {
      for (const [operation, { findings }] of tally.byOperation) {
        const name = `${rule.id} ${operation}`;
        const fresh = findings - (this.#sent.get(name) ?? 0);
        if (fresh === 0) continue;
        this.#sent.set(name, findings);
        tap.violations(rule.id, isOperation(operation) ? operation : 'other', fresh);
      }
    }
  }
}
