/** The clock of a deadline advances by at most this share of it in one step. */
const STEPS = 20;
const SHORTEST_STEP_MS = 5;

/**
 * A deadline that runs only while this process runs. While the event loop is blocked, as on a busy
 * machine, no response can be read, however early it came: such time counts as one step.
 */
export class Deadline {
  readonly #stepMs: number;
  readonly #onLate: () => void;
  #timer: NodeJS.Timeout;
  #leftMs: number;

  constructor(durationMs: number, onLate: () => void) {
    this.#stepMs = Math.max(SHORTEST_STEP_MS, durationMs / STEPS);
    this.#onLate = onLate;
    this.#leftMs = durationMs;
    this.#timer = this.#step();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #step(): NodeJS.Timeout {
    const stepMs = Math.min(this.#stepMs, this.#leftMs);
    return setTimeout(() => {
      this.#leftMs -= stepMs;
      if (this.#leftMs > 0) this.#timer = this.#step();
      else this.#onLate();
    }, stepMs);
  }
}
