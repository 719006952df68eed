const PATIENCE_MS = 2000;

/** Does the work, and says what is waited for once that has taken long enough to wonder. */
export async function sayIfSlow<T>(work: Promise<T>, say: () => void): Promise<T> {
  const timer = setTimeout(say, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
