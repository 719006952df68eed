import type { Frame } from '../../exchange/framing/frames.ts';
import { MalformedFrame } from '../../exchange/framing/malformed-frame.ts';
import { decodeTapFrame, type TapFrame } from '../tap/tap-frame.ts';
import type { Recording } from './recording.ts';

/** A larger frame does not stay in memory until its turn comes: it is read twice. */
const KEPT_BYTES = 64 * 1024;

/** One recording, whose next frame can be inspected before it is taken. */
export class RecordingReader {
  /** Its place among the recordings, from 0. */
  readonly place: number;
  readonly #recording: Recording;
  readonly #isAlone: boolean;
  #next: TapFrame | undefined;
  #raw: Frame | undefined;
  #isTaken = true;
  #isPutBack = false;
  #atUnixMs: number;

  /** @param isAlone no other recording is read at the same time: its next frame is always the first */
  constructor(recording: Recording, place: number, isAlone: boolean) {
    this.#recording = recording;
    this.place = place;
    this.#isAlone = isAlone;
    this.#atUnixMs = recording.hello.originUnixMs;
  }

  /** Wall clock at which the next frame was sent; undefined at the end. */
  get nextAtUnixMs(): number | undefined {
    if (this.#isTaken) this.#advance();
    return this.#next === undefined && !this.#isPutBack ? undefined : this.#atUnixMs;
  }

  /** Wall clock of the frame that was inspected or taken last. */
  get atUnixMs(): number {
    return this.#atUnixMs;
  }

  /** The frame that was taken last, as it is in the file. */
  get raw(): Frame | undefined {
    return this.#raw;
  }

  take(): TapFrame | undefined {
    if (this.#isPutBack) this.#next = this.#decoded();
    this.#isPutBack = false;
    this.#isTaken = true;
    return this.#next && outlasting(this.#raw, this.#next);
  }

  #advance(): void {
    this.#isTaken = false;
    this.#next = this.#decoded();
    if (this.#next === undefined) return;
    const atMs = endMs(this.#next);
    if (atMs !== undefined) this.#atUnixMs = this.#recording.hello.originUnixMs + atMs;
    if (this.#isAlone || (this.#raw?.body.length ?? 0) <= KEPT_BYTES) return;
    this.#recording.putBack();
    this.#next = undefined;
    this.#raw = undefined;
    this.#isPutBack = true;
  }

  #decoded(): TapFrame | undefined {
    const frame = this.#recording.next();
    this.#raw = frame;
    if (frame === undefined) return undefined;
    try {
      return decodeTapFrame(frame);
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#recording.giveUp();
      return undefined;
    }
  }
}

/** The frame with a body that outlasts the buffer of the file; one that was cut has its own already. */
function outlasting(raw: Frame | undefined, frame: TapFrame): TapFrame {
  if (frame.type !== 'exchange') return frame;
  const { exchange } = frame;
  const { answer } = exchange;
  if (answer?.body?.buffer !== raw?.body.buffer || answer?.body === undefined) return frame;
  const body = Buffer.from(answer.body);
  return { ...frame, exchange: { ...exchange, answer: { ...answer, body } } };
}

/** Frames without a time follow the one before. */
function endMs(frame: TapFrame): number | undefined {
  if (frame.type === 'exchange') return frame.exchange.timing.endMs;
  return frame.type === 'health' ? frame.health.atMs : undefined;
}
