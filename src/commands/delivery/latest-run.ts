import { randomBytes } from 'node:crypto';
import { lstat, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Points `latest`, beside the folder of all runs, to the folder of the newest. A link that is there is
 * replaced, and never followed; anything else stays. Where links are not possible there is none.
 */
export async function pointToLatest(folder: string): Promise<void> {
  const place = dirname(dirname(folder));
  const link = join(place, 'latest');
  const unfinished = `${link}.${randomBytes(8).toString('hex')}.unfinished`;
  try {
    const found = await lstat(link).catch(() => undefined);
    if (found?.isSymbolicLink() === false) return;
    await symlink(relative(place, folder), unfinished);
    await rename(unfinished, link);
  } catch {
    await rm(unfinished, { force: true });
  }
}
