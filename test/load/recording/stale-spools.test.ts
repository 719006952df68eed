import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeStaleSpools } from '../../../src/load/recording/stale-spools.ts';

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A folder with a recording, neither written to for so many hours. */
async function spool(home: string, name: string, hours: number, folderHours = hours) {
  const folder = join(home, name);
  const file = join(folder, 'run.rec');
  await mkdir(folder);
  await writeFile(file, '');
  const ago = (each: number) => new Date(Date.now() - each * 3_600_000);
  await utimes(file, ago(hours), ago(hours));
  await utimes(folder, ago(folderHours), ago(folderHours));
}

test('left behind: the folder of a run that was killed goes after a day', async () => {
  const home = await temporary();
  await spool(home, 'assay-run-killed', 25);
  await removeStaleSpools(home);
  expect(await readdir(home)).toEqual([]);
});

test('left behind: a run that still writes, and what is not ours, stay', async () => {
  const home = await temporary();
  await spool(home, 'assay-run-fresh', 1);
  await spool(home, 'assay-run-of-days', 0, 72);
  await spool(home, 'another', 72);
  await removeStaleSpools(home);
  expect((await readdir(home)).toSorted()).toEqual([
    'another',
    'assay-run-fresh',
    'assay-run-of-days',
  ]);
});

test('left behind: a folder for temporary files that is not there is none', async () => {
  await expect(removeStaleSpools('/nowhere')).resolves.toBeUndefined();
});
