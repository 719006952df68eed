import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../../input/usage-error.ts';

/** @throws UsageError when a file cannot be written: checked before the run */
export async function requireWritable(what: string, file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) throw new Error('It is a folder.');
  } catch (cause) {
    throw new UsageError(
      `${what} cannot be written: ${file}. Name a file in a folder that exists and is writable.`,
      { cause },
    );
  }
}
