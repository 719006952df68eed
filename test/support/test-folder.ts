import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, type TestContext } from 'vitest';
import { type Comparison, ComparisonSchema } from '../../src/report/schema/comparison.ts';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';

/** A folder for the tests of a file, which is removed after them. */
export async function testFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `assay-${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for one test, which is removed after it: a concurrent test passes its own context. */
export async function folderOfTest(
  name: string,
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `assay-${name}-`));
  test.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder, and resolves to their paths. */
export function writerIn(
  folder: string,
): (name: string, content: string | Uint8Array) => Promise<string> {
  return async (name, content) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
}

/** The report that a command wrote into a folder. */
export async function reportIn(folder: string): Promise<RunReport> {
  return RunReportSchema.parse(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')));
}

/** The comparison that `assay compare` wrote into a folder. */
export async function comparisonIn(folder: string): Promise<Comparison> {
  return ComparisonSchema.parse(JSON.parse(await readFile(join(folder, 'compare.json'), 'utf8')));
}
