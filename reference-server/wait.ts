/** How much too early an emission may be, in place of being a whole timer tick too late. */
export const EARLY_MS = 0.45;

/**
 * The delay for a timer that is to fire nearest to a time. Timers count whole milliseconds from
 * now and fire about 0.1 ms after their time, so rounding the rest keeps the error within half
 * a millisecond, around zero, without spinning.
 */
export function timerDelay(restMs: number): number {
  return Math.max(1, Math.round(restMs - 0.1));
}

/** Waits for a time of `performance.now()`; at once when it has come. */
export async function until(timeMs: number): Promise<void> {
  for (;;) {
    const restMs = timeMs - performance.now();
    if (restMs <= EARLY_MS) return;
    await new Promise((resolve) => setTimeout(resolve, timerDelay(restMs)));
  }
}
