import { tell } from './load-observer.ts';
import { MalformedFrame } from './malformed-frame.ts';
import type { Recording } from './recording.ts';
import { type LoadResult, Score, type Scoring } from './score.ts';
import type { Effects } from './settled-keys.ts';
import { decodeTapFrame, type TapFrame } from './tap-frame.ts';

/** Other work, such as Ctrl-C, waits no longer than this. */
const TURN_MS = 50;
/** The clock is not asked after every frame. */
const FRAMES_A_LOOK = 64;

export interface JudgedRecordings extends Scoring {
  /** One for each engine. They are read to their ends, and not closed. */
  readonly recordings: readonly Recording[];
  readonly effects?: Effects;
  /** Stops reading: what was read until then is reported. */
  readonly signal: AbortSignal;
  /** Told now and then which share of all was read. */
  readonly onRead?: (share: number) => void;
}

/**
 * Measures and judges recordings as one run: by the same rules and in the same order, by the
 * clock on the wall, as if one engine had brought all of it.
 */
export async function judgeRecordings(run: JudgedRecordings): Promise<LoadResult> {
  const { recordings, effects, signal } = run;
  const score = new Score(run, {
    engines: recordings.length,
    originUnixMs: Math.min(...recordings.map(({ hello }) => hello.originUnixMs)),
    ...(effects && { effects }),
  });
  const readers = recordings.map((recording, index) => {
    score.shares[index]?.hello(recording.hello);
    return new Reader(recording);
  });
  let frames = 0;
  let turnEndsMs = performance.now() + TURN_MS;
  for (let reader = earliest(readers); reader !== undefined; reader = earliest(readers)) {
    const share = score.shares[readers.indexOf(reader)];
    const frame = reader.take();
    if (share !== undefined && frame !== undefined) tell(share, frame);
    frames += 1;
    if (frames % FRAMES_A_LOOK === 0 && performance.now() > turnEndsMs) {
      if (signal.aborted) break;
      run.onRead?.(readShare(recordings));
      await score.makeRoom();
      await new Promise(setImmediate);
      turnEndsMs = performance.now() + TURN_MS;
    }
  }
  return score.finish([]);
}

/** One recording, a frame ahead. */
class Reader {
  readonly #recording: Recording;
  #ahead: TapFrame | undefined;
  #atUnixMs: number;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#atUnixMs = recording.hello.originUnixMs;
    this.#advance();
  }

  /** When the next frame was sent, by the clock on the wall; undefined when there is none. */
  get nextAtUnixMs(): number | undefined {
    return this.#ahead === undefined ? undefined : this.#atUnixMs;
  }

  take(): TapFrame | undefined {
    const frame = this.#ahead;
    this.#advance();
    return frame;
  }

  #advance(): void {
    this.#ahead = this.#decoded();
    const atMs = this.#ahead && endMs(this.#ahead);
    if (atMs !== undefined) this.#atUnixMs = this.#recording.hello.originUnixMs + atMs;
  }

  #decoded(): TapFrame | undefined {
    const frame = this.#recording.next();
    if (frame === undefined) return undefined;
    try {
      // What is kept of it must outlast the piece of the file that it stands in.
      return decodeTapFrame({ ...frame, body: Buffer.from(frame.body) });
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#recording.giveUp();
      return undefined;
    }
  }
}

/** Frames without a time of their own come right after the one before. */
function endMs(frame: TapFrame): number | undefined {
  if (frame.type === 'exchange') return frame.exchange.timing.endMs;
  return frame.type === 'health' ? frame.health.atMs : undefined;
}

function earliest(readers: readonly Reader[]): Reader | undefined {
  let first: Reader | undefined;
  for (const reader of readers) {
    const at = reader.nextAtUnixMs;
    if (at === undefined) continue;
    if (first?.nextAtUnixMs === undefined || at < first.nextAtUnixMs) first = reader;
  }
  return first;
}

function readShare(recordings: readonly Recording[]): number {
  const read = recordings.reduce((sum, { readBytes }) => sum + readBytes, 0);
  return read / recordings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
