const PATIENCE_MS = 2000;

/** Awaits the work, and calls `say` when it takes longer than 2 s. */
export async function notifyIfSlow<T>(work: Promise<T>, say: () => void): Promise<T> {
  const timer = setTimeout(say, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
