import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { readRecordedRun } from '../configuration/baseline-file.ts';
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

/** Where a folder has no report. */
export const NAME_RUNS =
  'Name a folder with reports of earlier runs, or make one with "assay gate".';

/** A report, or why the file has none that can be used: one sentence. */
type ReadReport =
  | { readonly file: string; readonly report: RunReport; readonly problem?: never }
  | { readonly file: string; readonly report?: never; readonly problem: string };

/**
 * The reports of earlier runs in a folder and those below it, in the order of their paths from the last one on:
 * the names of runs begin with their moment. Each is read when its turn comes. None where there is no folder.
 * @throws UsageError when the folder cannot be read
 */
export async function* reportsBelow(folder: string): AsyncGenerator<ReadReport> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      if (errorCode(cause) === 'ENOENT') return [];
      throw new UsageError(`Cannot read the folder ${folder} (${errorCode(cause)}). ${NAME_RUNS}`, {
        cause,
      });
    },
  );
  const files = entries
    .filter((entry) => entry.isFile() && entry.name === 'report.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .toReversed();
  for (const file of files) yield await readReport(file);
}

async function readReport(file: string): Promise<ReadReport> {
  try {
    const { report } = await readRecordedRun(file, NAME_A_RUN);
    if (report === undefined) return { file, problem: `File is not a run report: ${file}.` };
    return { file, report };
  } catch (error) {
    if (error instanceof UsageError) return { file, problem: error.message };
    throw error;
  }
}
