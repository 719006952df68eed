import { jobIn, type VideoStates } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** What all probes of a run together saw of video jobs: whether any was still unfinished. */
export class SeenJobs {
  readonly #states: VideoStates;
  #anyEnded = false;
  #anyUnfinished = false;

  constructor(states: VideoStates) {
    this.#states = states;
  }

  add(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      if (exchange.operation.startsWith('video-')) this.#addOne(exchange);
    }
  }

  /** Whether jobs were seen, and each had ended before its first read or its DELETE. */
  get endAtOnce(): boolean {
    return this.#anyEnded && !this.#anyUnfinished;
  }

  #addOne(exchange: Exchange): void {
    const job = jobIn(exchange, this.#states);
    if (job === undefined) return;
    if (job.stage === 'completed') this.#anyEnded = true;
    // A job may be queued in the answer that creates it, and end before any other request. One
    // that could be cancelled had not ended, and nor perhaps has one of an unknown status.
    const isOver = job.stage === 'completed' || job.stage === 'failed';
    if (!isOver && exchange.operation !== 'video-create') this.#anyUnfinished = true;
  }
}
