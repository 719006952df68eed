const pending = new Set<() => void>();

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
  return () => pending.delete(undo);
}
