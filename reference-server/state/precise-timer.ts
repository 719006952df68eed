/** How much too early a wake-up may be, in place of being a whole timer tick too late. */
export const EARLY_MS = 0.55;

const STEP_MS = 0.01;
const MAX_LATE_MS = 2;

/**
 * Wakes up as near to a time as timers of whole milliseconds can, without spinning: it rounds
 * the rest to the nearest tick, less what timers were late of late. So the error is within half
 * a millisecond either way, around zero, on a machine that is not overloaded.
 */
export class PreciseTimer {
  /** The median lateness of a timer, followed in small steps. */
  #lateMs = 0.1;

  /** Calls back near the time `timeMs` of `performance.now()`, possibly more than `EARLY_MS` early. */
  set(timeMs: number, callback: () => void): NodeJS.Timeout {
    const nowMs = performance.now();
    const delayMs = Math.max(1, Math.round(timeMs - nowMs - this.#lateMs));
    return setTimeout(() => {
      this.#learn(performance.now() - nowMs - delayMs);
      callback();
    }, delayMs);
  }

  /** Waits for a time; at once when it has come. */
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
