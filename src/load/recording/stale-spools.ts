import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Prefix of the folder of a run that is judged after it. */
export const SPOOL_PREFIX = 'assay-run-';
/** Engines write every second, and judging takes less than this. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** Removes the folders of runs that were killed: no process has written to them for a day. */
export async function removeStaleSpools(temporary: string): Promise<void> {
  const names = await readdir(temporary).catch(() => []);
  const folders = names.filter((name) => name.startsWith(SPOOL_PREFIX));
  for (const folder of folders.map((name) => join(temporary, name))) {
    const writtenMs = await lastWrittenMs(folder);
    if (writtenMs === undefined || Date.now() - writtenMs < STALE_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Undefined for a folder of another user. */
async function lastWrittenMs(folder: string): Promise<number | undefined> {
  try {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const times = await Promise.all([folder, ...files].map((path) => stat(path)));
    return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
  } catch {
    return undefined;
  }
}
