import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

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

/**
 * Makes a folder with those above it, where a file can be written.
 * @returns the first one made, if any
 * @throws the errors of the file system
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const path = resolve(folder);
  // `mkdir` of Node never ends where the system refuses a folder as missing, as /proc does.
  await requireWritable(path);
  return await mkdir(path, { recursive: true });
}

/**
 * Tries to write where the folder is, or would be.
 * @throws the errors of the file system
 */
export async function requireWritable(folder: string): Promise<void> {
  const path = resolve(folder);
  const above = dirname(path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined && above !== path) return await requireWritable(above);
  const file = join(path, `.assay-${randomBytes(8).toString('hex')}`);
  await writeFile(file, '', { flag: 'wx' });
  await rm(file);
}
