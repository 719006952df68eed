/** Below this time to the next piece it checks without a timer, whose resolution is 1 ms. */
const SPIN_MS = 2.5;

interface Delayed {
  readonly dueMs: number;
  readonly pass: () => void;
}

/** Passes on each piece of the answers a fixed time after it came, in order, exact to some 0.05 ms. */
export class DelayLine {
  readonly #delayMs: number;
  #waiting: Delayed[] = [];

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Calls `pass` when the delay is over; at once when there is no delay. */
  push(pass: () => void): void {
    if (this.#delayMs === 0) {
      pass();
      return;
    }
    this.#waiting.push({ dueMs: performance.now() + this.#delayMs, pass });
    if (this.#waiting.length === 1) this.#wait();
  }

  /** Resolves when the delay is over. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.push(resolve));
  }

  #wait(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const leftMs = next.dueMs - performance.now();
    if (leftMs > SPIN_MS) setTimeout(() => this.#run(), leftMs - SPIN_MS + 1);
    else setImmediate(() => this.#run());
  }

  #run(): void {
    const nowMs = performance.now();
    const waiting = this.#waiting.findIndex(({ dueMs }) => dueMs > nowMs);
    const due = this.#waiting.splice(0, waiting === -1 ? this.#waiting.length : waiting);
    for (const { pass } of due) pass();
    this.#wait();
  }
}
