import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Variables for a child process that runs source of this package: it uses the compile cache of this
 * process, if there is one, and needs a third of the processor time to start.
 */
export function compileCacheVariables(): Readonly<Record<string, string>> {
  // Node adds a folder of its version to the one that it is given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
