import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Effects } from '../../conformance/sending/effect-ledger.ts';
import { checkLiveness } from '../../conformance/sending/liveness.ts';
import { originNow } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { onEarlyExit } from '../../target/exit-cleanup.ts';
import { makeTemporaryFolder } from '../../target/temporary-folder.ts';
import { runEngines } from '../engine/run-engines.ts';
import { type Segment, segmentPath, upstreamPath } from '../engine/segments.ts';
import { LoadCollector } from '../judging/load-collector.ts';
import { settleMs } from '../judging/relays.ts';
import type { LoadResult } from '../load-result.ts';
import { engineOptions, type LoadRun, targetOf } from '../load-run.ts';
import type { Health } from '../tap/tap-frame.ts';
import { judgeRecordings } from './judge-recordings.ts';
import { Recording } from './recording.ts';
import { spoolingUpstream } from './upstream-spool.ts';

/**
 * Lets the engines write recordings, and judges these after the load, so that judging takes nothing
 * from it. Meanwhile, only the health of the engines comes through the tap.
 */
export async function judgeAfter(
  run: LoadRun,
  parts: readonly Segment[],
  effects: Effects | undefined,
): Promise<LoadResult> {
  if (run.recording !== undefined) return spooled(run, run.recording, parts, effects);
  const folder = await makeTemporaryFolder('run');
  const sweep = () => rmSync(folder, { recursive: true, force: true });
  const swept = onEarlyExit(sweep);
  try {
    return await spooled(run, join(folder, 'run.rec'), parts, effects);
  } finally {
    sweep();
    swept();
  }
}

async function spooled(
  run: LoadRun,
  recording: string,
  parts: readonly Segment[],
  effects: Effects | undefined,
): Promise<LoadResult> {
  const { onProgress, onJudged } = run;
  const endedTarget = new EndedTarget(run.targetEnded);
  const progress = new LoadCollector(
    { ...run, rules: [] },
    {
      engines: parts.length,
      origin: originNow(),
      onProgress(state) {
        onProgress?.(state);
        void endedTarget.note(state);
      },
    },
  );
  const [ended, unrecorded] = await spoolingUpstream(
    run.upstream,
    upstreamPath(recording, parts),
    settleMs(run.profile.expect),
    () =>
      runEngines({
        ...engineOptions({ ...run, recording }, parts),
        signal: AbortSignal.any([run.signal, endedTarget.signal]),
        spools: true,
        observerOf: ({ index }) => progress.observers[index] ?? {},
      }),
  );
  // Judging may take minutes; the state of the target at the end of the load counts.
  const sign = await checkLiveness(targetOf(run));
  const recordings = parts.flatMap((part) => written(segmentPath(recording, part), parts.length));
  try {
    const result = await judgeRecordings({
      ...run,
      recordings,
      ...(effects && sign === 'alive' && { effects }),
      probe: async () => sign,
      // An interruption ended the load regularly: what was recorded is judged.
      signal: run.signal.aborted ? new AbortController().signal : run.signal,
      ...defined({ workers: run.judgeWorkers, onRead: onJudged }),
    });
    return { ...result, failures: [...ended, ...unrecorded, ...result.failures] };
  } finally {
    for (const recorded of recordings) recorded.close();
  }
}

/** Empty when the engine failed before it wrote anything. */
function written(path: string, ofRecordings: number): Recording[] {
  try {
    return [new Recording(path, ofRecordings)];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** Least number of iterations that the recording has to show after the end of the target. */
const SHOWN = 5;

/** Ends a load whose target has ended, without seeing its exchanges. */
class EndedTarget {
  readonly #targetEnded: LoadRun['targetEnded'];
  readonly #aborting = new AbortController();
  /** The iterations that have to be completed first; undefined while the target runs. */
  #enough: number | undefined;

  constructor(targetEnded: LoadRun['targetEnded']) {
    this.#targetEnded = targetEnded;
  }

  /** Aborted when the load is to end. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** To be called once a second. */
  async note({ completed, inFlight }: Pick<Health, 'completed' | 'inFlight'>): Promise<void> {
    if (this.#enough !== undefined) {
      if (completed >= this.#enough) this.#aborting.abort();
      return;
    }
    // What was in flight when it ended breaks off, and may not even be refused.
    if ((await this.#targetEnded?.()) !== undefined) this.#enough ??= completed + inFlight + SHOWN;
  }
}
