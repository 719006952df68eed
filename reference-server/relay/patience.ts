import { ProviderFailure } from './provider/provider-failure.ts';

/** Ends a call that makes no progress for this time. */
export class Patience {
  readonly #timer: NodeJS.Timeout;
  #paused = false;

  constructor(ms: number, controller: AbortController) {
    this.#timer = setTimeout(() => {
      if (this.#paused) this.#timer.refresh();
      else controller.abort(new ProviderFailure({ kind: 'silent' }));
    }, ms);
  }

  /** There was progress. */
  renew(): void {
    this.#timer.refresh();
  }

  /** While the caller does not read, the provider cannot make progress. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
