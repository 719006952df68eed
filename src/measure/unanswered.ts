import type { MeasuredExchange } from './measured-exchange.ts';

/** Requests without a complete answer at the end of the run, and all that were sent. */
export interface UnansweredRequests {
  readonly requests: number;
  readonly started: number;
  /** The shortest wait of these since their send; 0 without any. */
  readonly waitedMs: number;
}

/**
 * Above this share of started requests the result of a run is unknown. A healthy run ends
 * with none; one slow answer in a hundred is what a p99 leaves over.
 */
export const MOST_UNANSWERED_SHARE = 0.01;

/** Counts requests that the end of the run cut. */
export class Unanswered {
  #requests = 0;
  #started = 0;
  #waitedMs = Number.POSITIVE_INFINITY;

  add({ exchange, resultClass, mode }: MeasuredExchange): void {
    this.#started += 1;
    if (resultClass.kind !== 'cut') return;
    // A slow reader's answer takes as long as its reader wants, once it has begun.
    if (mode === 'slow' && exchange.answer !== undefined) return;
    const { endMs, sendMs } = exchange.timing;
    this.#requests += 1;
    this.#waitedMs = Math.min(this.#waitedMs, endMs - sendMs);
  }

  get found(): UnansweredRequests {
    const waitedMs = this.#requests === 0 ? 0 : this.#waitedMs;
    return { requests: this.#requests, started: this.#started, waitedMs };
  }
}
