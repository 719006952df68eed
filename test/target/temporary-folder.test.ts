import { spawnSync } from 'node:child_process';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  makeTemporaryFolder,
  processPlace,
  removeStaleFolders,
} from '../../src/target/temporary-folder.ts';
import { folderOfTest } from '../support/test-folder.ts';

async function home(): Promise<string> {
  const folder = await folderOfTest('test');
  return folder;
}

/** A folder with a recording, neither of them written to for this many hours. */
async function folderIn(parent: string, name: string, hours = 0): Promise<void> {
  const folder = join(parent, name);
  const file = join(folder, 'run.rec');
  await mkdir(folder);
  await writeFile(file, '');
  const ago = new Date(Date.now() - hours * 3_600_000);
  await utimes(file, ago, ago);
  await utimes(folder, ago, ago);
}

/** The id of a process that has ended. */
function endedPid(): number {
  return spawnSync('true').pid;
}

const place = processPlace();

test('temporary folder: only this user can enter it, and it stays while its process runs', async () => {
  const parent = await home();
  const made = await makeTemporaryFolder('run', parent);
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  await removeStaleFolders([parent]);
  expect(await readdir(parent)).toEqual([basename(made)]);
});

test.each(['run', 'tap', 'image', 'ca'])(
  'temporary folder: that of a %s whose process was killed is removed at once',
  async (kind) => {
    const parent = await home();
    await folderIn(parent, `assay-${kind}-${place}-${endedPid()}-AbC12x`);
    await removeStaleFolders([parent]);
    expect(await readdir(parent)).toEqual([]);
  },
);

test('temporary folder: one of another machine or container is removed after a day', async () => {
  const parent = await home();
  const foreign = place === '00000000' ? '11111111' : '00000000';
  await folderIn(parent, `assay-run-${foreign}-${endedPid()}-fresh1`, 23);
  await folderIn(parent, `assay-run-${foreign}-${endedPid()}-stale1`, 25);
  await removeStaleFolders([parent]);
  expect(await readdir(parent)).toEqual([expect.stringMatching(/-fresh1$/)]);
});

test('temporary folder: one with the id of a running process is removed after a day', async () => {
  const parent = await home();
  await folderIn(parent, `assay-run-${place}-${process.pid}-fresh1`, 23);
  await folderIn(parent, `assay-run-${place}-${process.pid}-stale1`, 25);
  await removeStaleFolders([parent]);
  expect(await readdir(parent)).toEqual([`assay-run-${place}-${process.pid}-fresh1`]);
});

test('temporary folder: a folder with another name is kept', async () => {
  const parent = await home();
  const names = ['another', 'assay-run-AbC12x', `assay-test-${place}-${endedPid()}-AbC12x`];
  for (const name of names) await folderIn(parent, name, 72);
  await removeStaleFolders([parent]);
  expect((await readdir(parent)).toSorted()).toEqual(names);
});

test('temporary folder: a missing home folder has none', async () => {
  await expect(removeStaleFolders(['/nowhere'])).resolves.toBeUndefined();
});
