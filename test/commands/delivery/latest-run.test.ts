import { lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { pointToLatest } from '../../../src/commands/delivery/latest-run.ts';
import { folderOfTest } from '../../support/test-folder.ts';

let reports: string;

beforeEach(async () => {
  reports = join(await folderOfTest('latest'), 'reports');
  for (const run of ['a-gate', 'b-gate'])
    await mkdir(join(reports, 'runs', run), { recursive: true });
});

test('latest: it leads to the newest run', async () => {
  for (const run of ['a-gate', 'b-gate']) await pointToLatest(join(reports, 'runs', run));
  expect(await readlink(join(reports, 'latest'))).toBe(join('runs', 'b-gate'));
});

test('latest: a link that leads elsewhere is replaced, and what it leads to stays', async () => {
  const other = join(reports, 'other');
  await writeFile(other, 'mine');
  await symlink(other, join(reports, 'latest'));
  await pointToLatest(join(reports, 'runs', 'a-gate'));
  expect(await readlink(join(reports, 'latest'))).toBe(join('runs', 'a-gate'));
  expect(await readFile(other, 'utf8')).toBe('mine');
});

test('latest: a file or a folder of this name stays', async () => {
  await mkdir(join(reports, 'latest'));
  await pointToLatest(join(reports, 'runs', 'a-gate'));
  expect((await lstat(join(reports, 'latest'))).isDirectory()).toBe(true);
});

test('latest: where links are not possible there is none', async () => {
  await pointToLatest(join(reports, 'gone', 'runs', 'a-gate'));
  await expect(lstat(join(reports, 'gone'))).rejects.toThrow('ENOENT');
});
