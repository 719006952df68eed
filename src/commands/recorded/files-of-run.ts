import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../input/usage-error.ts';
import { RUNS } from '../terminal/output.ts';

/** Where a file is not of an earlier run. */
export const NAME_A_RUN = 'Name the folder of an earlier run.';

/**
 * The files of an earlier run that have one of these names, or the one file that is named.
 * @param run a folder or a file; the newest run in `reports/runs` when absent
 * @param remedy for a folder without such a file
 * @throws UsageError where there is none
 */
export async function filesOfRun(
  run: string | undefined,
  names: readonly string[],
  remedy = NAME_A_RUN,
): Promise<readonly string[]> {
  const place = run ?? (await newestRun(names));
  if (!(await isFolder(place))) return [place];
  const files = filesIn(place, names);
  if (files.length > 0) return files;
  throw new UsageError(`Folder contains neither ${names.join(' nor ')}: ${place}. ${remedy}`);
}

/**
 * The newest folder in `reports/runs` that has a file of these names.
 * @throws UsageError where there is none
 */
async function newestRun(names: readonly string[]): Promise<string> {
  const folders = await readdir(RUNS).catch(() => []);
  // Their names start with the moment of the run.
  const newest = folders
    .toSorted()
    .map((name) => join(RUNS, name))
    .findLast((folder) => filesIn(folder, names).length > 0);
  if (newest !== undefined) return newest;
  throw new UsageError(
    `No earlier run in ${RUNS} has ${names.join(' or ')}. Name the folder of a run, or make one with "assay gate".`,
  );
}

function filesIn(folder: string, names: readonly string[]): readonly string[] {
  return names.map((name) => join(folder, name)).filter(existsSync);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) return found.isDirectory();
  throw new UsageError(`Unknown run: ${path}. Name the folder of an earlier run, or a file in it.`);
}
