import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A holder touches its lock this often. */
const TOUCH_MS = 2000;
/** A lock that was not touched for this time belongs to a process that has ended. */
const STALE_MS = 15_000;
const POLL_MS = 200;

interface LockOptions {
  /** Called once, when another process holds the lock. */
  readonly onWait: () => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a task while holding a lock file, so that two processes do not do it at the same time. The task must
 * still allow being done twice: the lock of a process that died is taken over.
 */
export async function withLock<T>(
  path: string,
  { onWait, signal }: LockOptions,
  task: () => Promise<T>,
): Promise<T> {
  let waited = false;
  while (!(await take(path))) {
    if (!waited) onWait();
    waited = true;
    await sleep(POLL_MS, undefined, { signal });
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, TOUCH_MS);
  try {
    return await task();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const held = await stat(path).catch(() => undefined);
  if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) await rm(path, { force: true });
  return false;
}
