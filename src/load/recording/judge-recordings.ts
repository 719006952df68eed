import { availableParallelism } from 'node:os';
import type { Effects } from '../../conformance/sending/effect-ledger.ts';
import type { ExchangeRequest } from '../../exchange/exchange.ts';
import type { Frame } from '../../exchange/frames.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import { Turns } from '../../input/turns.ts';
import {
  type CollectorOptions,
  LoadCollector,
  type LoadCriteria,
} from '../judging/load-collector.ts';
import { isShareable, JudgePool, mergeTallies } from '../judging/workers/pool.ts';
import type { LoadResult } from '../load-result.ts';
import { notify } from '../tap/tap-frame.ts';
import type { Recording } from './recording.ts';
import { RecordedUpstream } from './upstream-section.ts';
import { inWallClockOrder } from './wall-clock-order.ts';

/** Less is read before threads, which take a second of processor time to start, have helped. */
const SHARED_BYTES = 256 * 1024 * 1024;
/** One reader cannot keep more threads busy. */
const MOST_THREADS = 6;

export interface JudgedRecordings extends LoadCriteria {
  /** One for each engine. They are read to their ends, and not closed. */
  readonly recordings: readonly Recording[];
  readonly effects?: Effects;
  /** See `CollectorOptions`. */
  readonly probe?: CollectorOptions['probe'];
  /**
   * Threads that help: see `judgeWorkersFor`.
   * Rules outside the catalogue are never shared.
   */
  readonly workers?: number;
  /** Stops reading: the report holds what was read until then. */
  readonly signal: AbortSignal;
  /** Gets the share that was read, from time to time. */
  readonly onRead?: (share: number) => void;
}

/**
 * Measures and judges recordings as one run: by the same rules and in the order of the wall clock, as
 * if one engine had sent all of it.
 */
export async function judgeRecordings(run: JudgedRecordings): Promise<LoadResult> {
  const { rules, profile, capabilities } = run;
  const bytes = totalBytes(run.recordings);
  const workers = run.workers ?? judgeWorkersFor(bytes, availableParallelism());
  if (workers === 0 || !isShareable(rules)) return readAll(run, undefined);
  const pool = new JudgePool(workers, rules, profile, capabilities);
  try {
    return await readAll(run, pool);
  } finally {
    await pool.close();
  }
}

async function readAll(run: JudgedRecordings, pool: JudgePool | undefined): Promise<LoadResult> {
  const { recordings, effects, probe } = run;
  const places = new WeakMap<ExchangeRequest, number>();
  let place = 0;
  let current: Frame | undefined;
  const section = recordings.find(({ upstream }) => upstream !== undefined)?.upstream;
  const upstream = section && new RecordedUpstream(section);
  const collector = new LoadCollector(run, {
    engines: recordings.length,
    ...defined({ origin: originOf(recordings), effects, probe, upstream }),
    ...(pool && {
      elsewhere(exchange) {
        place += 1;
        // An exchange that broke off is judged after its frame.
        const frame = exchange.outcome === 'truncated' ? undefined : current;
        if (frame !== undefined && pool.take(frame, exchange.id, place)) return true;
        places.set(exchange.request, place);
        return false;
      },
    }),
  });
  await readThrough(run, collector, (frame, atUnixMs) => {
    current = frame;
    upstream?.advanceTo(atUnixMs);
  });
  if (recordings.some(({ damage }) => damage !== undefined)) collector.noteCut();
  if (pool === undefined) return collector.finish([]);
  const results = await pool.finish();
  mergeTallies(
    collector.judge.judges,
    results,
    ({ exchange }) => (exchange && places.get(exchange.request)) ?? 0,
  );
  return collector.finish([...new Set(results.flatMap(({ failures }) => failures))]);
}

/** @param onFrame gets each frame of an engine as it is in the file, and its wall clock, before it is judged */
async function readThrough(
  run: JudgedRecordings,
  collector: LoadCollector,
  onFrame: (frame: Frame, atUnixMs: number) => void,
): Promise<void> {
  const { recordings, signal } = run;
  for (const [index, { hello }] of recordings.entries()) collector.observers[index]?.hello?.(hello);
  const turns = new Turns();
  for (const { place, frame, raw, atUnixMs } of inWallClockOrder(recordings)) {
    const observer = collector.observers[place];
    onFrame(raw, atUnixMs);
    if (observer !== undefined) notify(observer, frame);
    if (!turns.isOver(raw.body.length)) continue;
    if (signal.aborted) break;
    run.onRead?.(readShare(recordings));
    await collector.makeRoom();
    await turns.next();
  }
}

/** How many threads help to judge recordings of this size: the load has ended, and the reader takes one core. */
export function judgeWorkersFor(bytes: number, cores: number): number {
  return bytes < SHARED_BYTES ? 0 : Math.min(MOST_THREADS, cores - 1);
}

/** No engine began earlier. */
function originOf(recordings: readonly Recording[]): Origin | undefined {
  return recordings
    .map(({ hello }) => hello)
    .toSorted((one, other) => one.originUnixMs - other.originUnixMs)
    .at(0);
}

function totalBytes(recordings: readonly Recording[]): number {
  return recordings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function readShare(recordings: readonly Recording[]): number {
  const read = recordings.reduce((sum, { readBytes }) => sum + readBytes, 0);
  return read / totalBytes(recordings);
}
