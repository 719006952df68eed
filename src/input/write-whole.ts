import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes the whole file, or none. It is written under an unguessable name that must not be
 * there: in a folder that others may write to, a link planted at either name leads nowhere.
 */
export async function writeWhole(
  file: string,
  content: string | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}.unfinished`;
  try {
    await writeFile(unfinished, content, { flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
