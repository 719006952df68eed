import { type Frame, MalformedFrame } from '../../exchange/frames.ts';
import { decodeTapFrame, type TapFrame } from '../tap/tap-frame.ts';
import type { Recording } from './recording.ts';

interface Entry {
  readonly reader: RecordingReader;
  /** Wall clock of its next frame. */
  atUnixMs: number;
}

/**
 * Reads several recordings in the order of the wall clock. A binary heap: with a hundred recordings, each
 * frame would otherwise be compared with a hundred others.
 */
export class WallClockOrder {
  /** Each entry comes before those at twice its place and one or two more. */
  readonly #heap: Entry[] = [];

  constructor(recordings: readonly Recording[]) {
    for (const [place, recording] of recordings.entries()) {
      const reader = new RecordingReader(recording, place, recordings.length === 1);
      const atUnixMs = reader.nextAtUnixMs;
      if (atUnixMs !== undefined) this.#heap.push({ reader, atUnixMs });
    }
    for (let place = this.#heap.length >> 1; place >= 0; place -= 1) this.#sink(place);
  }

  /**
   * The reader whose next frame was sent first, and of equal ones that of the first recording; undefined
   * at the end. Take its frame before the next call.
   */
  earliest(): RecordingReader | undefined {
    const [first] = this.#heap;
    if (first === undefined) return undefined;
    const atUnixMs = first.reader.nextAtUnixMs;
    if (atUnixMs === undefined) {
      this.#removeFirst();
      return this.#heap[0]?.reader;
    }
    first.atUnixMs = atUnixMs;
    this.#sink(0);
    return this.#heap[0]?.reader;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const earlier = this.#earlierChild(place);
      const [entry, child] = [this.#heap[place], this.#heap[earlier]];
      if (entry === undefined || child === undefined || !isEarlier(child, entry)) return;
      this.#heap[place] = child;
      this.#heap[earlier] = entry;
      place = earlier;
    }
  }

  #earlierChild(place: number): number {
    const left = 2 * place + 1;
    const [a, b] = [this.#heap[left], this.#heap[left + 1]];
    return a !== undefined && b !== undefined && isEarlier(b, a) ? left + 1 : left;
  }
}

function isEarlier(a: Entry, b: Entry): boolean {
  return a.atUnixMs < b.atUnixMs || (a.atUnixMs === b.atUnixMs && a.reader.place < b.reader.place);
}

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
