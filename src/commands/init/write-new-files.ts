import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** @throws UsageError when one of the files exists */
export async function refuseExisting(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (await exists(path)) throw alreadyThere(path);
  }
}

/**
 * Writes all files and the folders that they need, or nothing.
 * @throws UsageError when a file exists or cannot be written
 */
export async function writeNewFiles(files: readonly NewFile[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { path, text } of files) {
      const made = await mkdir(dirname(path), { recursive: true }).catch(failedAt(path));
      if (made !== undefined) undo.push(() => rm(made, { recursive: true }));
      await writeFile(path, text, { flag: 'wx' }).catch(failedAt(path));
      undo.push(() => rm(path, { force: true }));
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {});
    throw error;
  }
}

function failedAt(path: string): (error: unknown) => never {
  return (error) => {
    const code = errorCode(error);
    if (code === 'EEXIST') throw alreadyThere(path);
    throw new UsageError(`Cannot write ${path} (${code}). Check its folder.`, { cause: error });
  };
}

function alreadyThere(path: string): UsageError {
  return new UsageError(`${path} already exists. Choose another name or delete it.`);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
