import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';

/** A folder for the tests of a file, which is removed after them. */
export async function testFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `assay-${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The report that a command wrote into a folder. */
export async function reportIn(folder: string): Promise<RunReport> {
  return RunReportSchema.parse(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')));
}
