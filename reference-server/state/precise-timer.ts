/** How early a wake-up may be, to avoid being a whole timer tick late. */
export const EARLY_MS = 0.55;

const STEP_MS = 0.01;
const MAX_LATE_MS = 2;

/**
 * Wakes up as close to a time as timers of whole milliseconds can, without a busy loop: it rounds
 * the remaining time to the nearest tick, minus the recent lateness of timers. The error stays
 * within half a millisecond either way on a machine that is not overloaded.
 */
export class PreciseTimer {
  /** The median lateness of a timer, tracked in small steps. */
  #lateMs = 0.1;

  /**
   * Calls back near the time `timeMs` of `performance.now()`, possibly more than `EARLY_MS` early.
   */
  set(timeMs: number, callback: () => void): NodeJS.Timeout {
    const nowMs = performance.now();
    const delayMs = Math.max(1, Math.round(timeMs - nowMs - this.#lateMs));
    return setTimeout(() => {
      this.#learn(performance.now() - nowMs - delayMs);
      callback();
    }, delayMs);
  }

  /** Waits until a time; returns at once if it has passed. */
  async until(timeMs: number): Promise<void> {
    while (timeMs - performance.now() > EARLY_MS) {
      await new Promise<void>((resolve) => {
        this.set(timeMs, resolve);
      });
    }
  }

  #learn(lateMs: number): void {
    const step = lateMs > this.#lateMs ? STEP_MS : -STEP_MS;
    this.#lateMs = Math.min(MAX_LATE_MS, Math.max(0, this.#lateMs + step));
  }
}
