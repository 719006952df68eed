import { join } from 'node:path';
import { errorCode } from '../input/read-text-file.ts';
import { UsageError } from '../input/usage-error.ts';
import { makeFolder, requireWritable, writeWhole } from '../input/write-files.ts';
import type { RunReport } from './schema/run-report.ts';

/** One file that can be made of something, such as a run report or a behaviour sheet. */
export interface Rendering<T> {
  /** The name of the file in the output folder. */
  readonly file: string;
  /** Written only when it is named, because the terminal shows it anyway. */
  readonly onRequest?: true;
  render(report: T): string;
}

/**
 * Writes the report into a folder, made if it is missing, one file a format. Each file appears
 * whole or not at all; one that fails does not keep the others from being written.
 *
 * @returns the files written
 * @throws UsageError when the folder cannot be made or written
 */
export async function writeReports<T>(
  report: T,
  folder: string,
  formats: readonly Rendering<T>[],
): Promise<readonly string[]> {
  await makeReportFolder(folder);
  const results = await Promise.allSettled(
    formats.map((format) => writeReport(join(folder, format.file), () => format.render(report))),
  );
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
  return formats.map(({ file }) => join(folder, file));
}

/** @throws UsageError when the folder cannot be made or written */
export async function makeReportFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch(refusedFor(folder));
}

/** @throws UsageError when reports cannot be written there: checked before the run */
export async function requireReportFolder(folder: string): Promise<void> {
  await requireWritable(folder).catch(refusedFor(folder));
}

function refusedFor(path: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(cannotWrite(path, error));
  };
}

async function writeReport(file: string, render: () => string): Promise<void> {
  await writeWhole(file, render()).catch(refusedFor(file));
}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOTDIR: 'A file is in the way: name a folder with --out.',
  EISDIR: 'It is a folder: remove it, or name another with --out.',
  EACCES: 'It is not writable: name another folder with --out.',
  EPERM: 'It is not writable: name another folder with --out.',
  EROFS: 'The file system is read-only: name another folder with --out.',
  ENOSPC: 'The disk is full.',
};

function cannotWrite(path: string, error: unknown): string {
  const code = errorCode(error);
  const remedy = REMEDIES[code] ?? 'Name another folder with --out.';
  return `Cannot write the report: ${path} (${code}). ${remedy}`;
}

/** One way to render a run report. A pure function: no clock, no I/O, no state. */
export interface Format extends Rendering<RunReport> {
  /** One line for `assay list formats`. */
  readonly summary: string;
}
