import { type AnswerMode, isTimed } from './answer-mode.ts';
import { Histogram } from './histogram.ts';
import type { ResultClass } from './result-class.ts';
import type { Timings } from './timings.ts';

/** Counts and durations of one operation, or of one mode of it. Merges by addition. */
export class OperationMeasure {
  exchanges = 0;
  good = 0;
  /** Good, and within every objective of the SLO. */
  goodWithinSlo = 0;
  failed = 0;
  throttled = 0;
  inFlightRefusals = 0;
  /** Refused, as is legal once the video job is over. */
  jobOver = 0;
  aborted = 0;
  cut = 0;
  /** Met a kept connection that the gateway was closing. */
  metClosing = 0;
  /** Good answers of the modes `replay` and `waited`, which are in no other count but `exchanges`. */
  replayed = 0;
  waited = 0;
  tokens = 0;
  /** Tokens of the answers within the SLO. */
  goodTokens = 0;
  coalesced = 0;
  /** Size of the forms of good answers, as sent. */
  uploadBytes = 0;
  readonly errors = new Map<string, number>();
  readonly ttft = new Histogram();
  readonly itl = new Histogram();
  readonly tpot = new Histogram();
  readonly e2e = new Histogram();
  readonly ttftFromIntended = new Histogram();
  readonly e2eFromIntended = new Histogram();

  /** Durations are taken of good answers only: a quick refusal is not a quick answer. */
  add(resultClass: ResultClass, timings: Timings, coalesced: number, withinSlo: boolean): void {
    this.exchanges += 1;
    this.#count(resultClass);
    if (resultClass.kind !== 'good') return;
    if (withinSlo) {
      this.goodWithinSlo += 1;
      this.goodTokens += timings.tokens;
    }
    this.tokens += timings.tokens;
    this.coalesced += coalesced;
    this.e2e.add(timings.e2eMs);
    this.e2eFromIntended.add(timings.e2eFromIntendedMs);
    if (timings.ttftMs !== undefined) this.ttft.add(timings.ttftMs);
    if (timings.ttftFromIntendedMs !== undefined) {
      this.ttftFromIntended.add(timings.ttftFromIntendedMs);
    }
    for (const gapMs of timings.itlMs) this.itl.add(gapMs);
    if (timings.tpotMs !== undefined) this.tpot.add(timings.tpotMs);
  }

  merge(other: OperationMeasure): void {
    this.#addCounts(other);
    this.coalesced += other.coalesced;
    for (const name of HISTOGRAMS) this[name].merge(other[name]);
  }

  /**
   * Adds a mode to a whole operation. The durations of slow readers' answers are the reader's; a
   * repetition under an idempotency key is only counted, because it was not executed.
   */
  addMode(mode: AnswerMode, other: OperationMeasure): void {
    if (mode === 'replay' || mode === 'waited') {
      this.exchanges += other.exchanges;
      this[mode === 'replay' ? 'replayed' : 'waited'] += other.good;
    } else if (isTimed(mode)) this.merge(other);
    else this.#addCounts(other);
  }

  #addCounts(other: OperationMeasure): void {
    this.exchanges += other.exchanges;
    this.good += other.good;
    this.goodWithinSlo += other.goodWithinSlo;
    this.failed += other.failed;
    this.throttled += other.throttled;
    this.inFlightRefusals += other.inFlightRefusals;
    this.jobOver += other.jobOver;
    this.aborted += other.aborted;
    this.cut += other.cut;
    this.metClosing += other.metClosing;
    this.replayed += other.replayed;
    this.waited += other.waited;
    this.tokens += other.tokens;
    this.goodTokens += other.goodTokens;
    this.uploadBytes += other.uploadBytes;
    for (const [kind, count] of other.errors) {
      this.errors.set(kind, (this.errors.get(kind) ?? 0) + count);
    }
  }

  #count(resultClass: ResultClass): void {
    switch (resultClass.kind) {
      case 'good':
        this.good += 1;
        break;
      case 'throttled':
        this.throttled += 1;
        break;
      case 'in-flight':
        this.inFlightRefusals += 1;
        break;
      case 'job-over':
        this.jobOver += 1;
        break;
      case 'aborted':
        this.aborted += 1;
        break;
      case 'cut':
        this.cut += 1;
        break;
      case 'met-closing':
        this.metClosing += 1;
        break;
      case 'failed':
        this.failed += 1;
        this.errors.set(resultClass.error, (this.errors.get(resultClass.error) ?? 0) + 1);
    }
  }
}

const HISTOGRAMS = ['ttft', 'itl', 'tpot', 'e2e', 'ttftFromIntended', 'e2eFromIntended'] as const;
