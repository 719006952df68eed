import type { LoadRun } from '../load-run.ts';
import type { Health } from '../tap/tap-frame.ts';

/** Least number of iterations that the recording has to show after the end of the target. */
const SHOWN = 5;

/** Ends a load whose target has ended, without seeing its exchanges. */
export class EndedTarget {
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
