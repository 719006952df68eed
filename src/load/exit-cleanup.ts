const pending = new Set<() => void>();

process.once('exit', undoAll);

/** Undoes all that is pending: for a process that ends by a signal, which tells nobody. */
export function undoAll(): void {
  for (const undo of pending) undo();
}

/**
 * Has something undone if this process exits before its time.
 * @returns what to call once it has been undone in good order
 */
export function atExit(undo: () => void): () => void {
  pending.add(undo);
  return () => pending.delete(undo);
}
