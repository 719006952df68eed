/** Programs with restarts that are played in succession: the others have to end first. */
const IN_SUCCESSION = 4;

/** The restarts of a gateway: programs that have them are played alone, for half of the time. */
export class Restarts {
  /** Restarts the gateway. */
  readonly run: () => Promise<void>;
  readonly #beside = new Set<Promise<unknown>>();
  /** The end of the last work that waits, or goes on, alone. */
  #last: Promise<void> | undefined;
  /** Programs of the succession that are not drawn yet. */
  #undrawn = 0;
  /** Beginning of the succession, and when the next one may begin, in ms of `performance.now()`. */
  #startMs = 0;
  #nextMs = 0;

  constructor(run: () => Promise<void>) {
    this.run = run;
  }

  /** Whether a program with restarts is to be played now. */
  isDue(): boolean {
    if (this.#undrawn === 0) {
      if (performance.now() < this.#nextMs) return false;
      this.#undrawn = IN_SUCCESSION;
      this.#startMs = performance.now();
      this.#nextMs = Number.POSITIVE_INFINITY;
    }
    this.#undrawn -= 1;
    return true;
  }

  /** Work in which the gateway is not restarted. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    while (this.#last !== undefined) await this.#last;
    const working = work();
    const over = working.catch(() => {});
    this.#beside.add(over);
    return await working.finally(() => this.#beside.delete(over));
  }

  /** Work beside which there is no other. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    await Promise.all(this.#beside);
    try {
      return await work();
    } finally {
      if (this.#last === promise) {
        this.#last = undefined;
        this.#nextMs = 2 * performance.now() - this.#startMs;
      }
      resolve();
    }
  }
}
