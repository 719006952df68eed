import { getPriority, setPriority } from 'node:os';

/** The lowest; and one at which a process still gets a third of what it competes for. */
const LOWEST = 19;
const LOWER = 5;
/** A timer that is later than this shows that the process starves. */
const STARVED_MS = 10_000;
const CHECK_EVERY_MS = 1000;

let isAlone = false;

/** From now on this process does nothing but run one command, and may change its priority. */
export function runOnlyOneCommand(): void {
  isAlone = true;
}

/**
 * Lets other processes have the cores first: on Linux for the main thread, elsewhere for the process.
 * Most users may lower a priority and not raise it again: theirs is lowered less, because it stays so.
 * Has no effect in a process that has more to do, such as a program that uses Assay as a library.
 * @returns a function that restores the priority, where that is permitted
 */
export function lowerPriority(): () => void {
  const before = getPriority();
  if (!isAlone || before >= LOWER) return () => undefined;
  if (!isReversible(before)) {
    setPriority(LOWER);
    return () => undefined;
  }
  setPriority(LOWEST);
  const restore = (): void => {
    clearInterval(watch);
    setPriority(before);
  };
  let checkedMs = performance.now();
  const watch = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - checkedMs > STARVED_MS) restore();
    checkedMs = nowMs;
  }, CHECK_EVERY_MS);
  watch.unref();
  return restore;
}

function isReversible(before: number): boolean {
  setPriority(before + 1);
  try {
    setPriority(before);
    return true;
  } catch {
    return false;
  }
}
