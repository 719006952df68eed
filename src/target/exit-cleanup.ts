const pending = new Set<() => void>();
const waiting = new Set<() => void>();

process.once('exit', runExitCleanup);

/** Undoes all that is pending: for a process that a signal ends, which emits no event. */
export function runExitCleanup(): void {
  for (const undo of pending) undo();
}

/**
 * Runs `undo` if the process exits early.
 * @returns a function to call once it has been undone regularly
 */
export function onEarlyExit(undo: () => void): () => void {
  pending.add(undo);
  return () => {
    pending.delete(undo);
    announceNothingPending();
  };
}

/** Calls `then` as soon as nothing is pending that would have to be undone. */
export function whenNothingPends(then: () => void): void {
  waiting.add(then);
  announceNothingPending();
}

function announceNothingPending(): void {
  if (pending.size > 0) return;
  for (const then of waiting) then();
  waiting.clear();
}
