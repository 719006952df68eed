import type { JsonObject } from '../http/json.ts';
import type { RelaySteps } from './relay-steps.ts';
import type { RelayedJob } from './relayed-jobs.ts';

interface Known {
  readonly state: JsonObject;
  readonly sinceMs: number;
}

/** The states of video jobs at the provider, each of which is read again after a time. */
export class RememberedStates {
  readonly #freshMs: number;
  readonly #states = new WeakMap<RelayedJob, Known>();

  constructor(freshMs: number) {
    this.#freshMs = freshMs;
  }

  /** Reads states by this step, where none is known or it is too old. */
  reading(read: RelaySteps['readRelayedJob']): RelaySteps['readRelayedJob'] {
    return async (job, ask) => {
      const known = this.#states.get(job);
      if (known !== undefined && performance.now() - known.sinceMs < this.#freshMs) {
        return known.state;
      }
      const state = await read(job, ask);
      this.#states.set(job, { state, sinceMs: performance.now() });
      return state;
    };
  }

  forget(job: RelayedJob): void {
    this.#states.delete(job);
  }
}
