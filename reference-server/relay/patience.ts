import { ProviderFailure } from './provider/provider-failure.ts';

/** The clock of a deadline advances by this share of it in one step. */
const STEPS = 20;

/**
 * Ends a call that makes no progress for this time. The time counts in steps: while the process is
 * stalled, nothing can be read of what has arrived.
 */
export class Patience {
  readonly #timer: NodeJS.Timeout;
  #steps = 0;
  #paused = false;

  constructor(ms: number, controller: AbortController) {
    this.#timer = setInterval(() => {
      if (this.#paused) return;
      this.#steps += 1;
      if (this.#steps < STEPS) return;
      this.stop();
      controller.abort(new ProviderFailure({ kind: 'silent' }));
    }, ms / STEPS);
  }

  /** There was progress. */
  renew(): void {
    this.#steps = 0;
  }

  /** While the caller does not read, the provider cannot make progress. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#steps = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
