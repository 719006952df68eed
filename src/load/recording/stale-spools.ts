import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the folder of a run that is judged after it begins with. */
export const SPOOL_PREFIX = 'assay-run-';
/** However long a run is, its engines write every second; judging does not take that long. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** Removes the folders of runs that were killed: those that nobody wrote to for a day. */
export async function removeStaleSpools(temporary: string): Promise<void> {
  const names = await readdir(temporary).catch(() => []);
  const folders = names.filter((name) => name.startsWith(SPOOL_PREFIX));
  for (const folder of folders.map((name) => join(temporary, name))) {
    const writtenMs = await lastWrittenMs(folder);
    if (writtenMs === undefined || Date.now() - writtenMs < FORGOTTEN_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Undefined for what is not ours to look into. */
async function lastWrittenMs(folder: string): Promise<number | undefined> {
  try {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const times = await Promise.all([folder, ...files].map((path) => stat(path)));
    return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
  } catch {
    return undefined;
  }
}
