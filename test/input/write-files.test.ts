import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeWhole } from '../../src/input/write-files.ts';
import { json } from '../../src/report/formats/json.ts';
import { writeReports } from '../../src/report/write.ts';
import { passingGate } from '../report/sample-report.ts';
import { folderOfTest } from '../support/test-folder.ts';

let folder: string;
let precious: string;

beforeEach(async () => {
  folder = await folderOfTest('whole');
  precious = join(folder, 'precious');
  await writeFile(precious, 'precious');
});
test('files: a link planted at the place of a file is replaced, not followed', async () => {
  const file = join(folder, 'baseline.yaml');
  await symlink(precious, file);
  await writeWhole(file, 'ours');
  expect(await readFile(file, 'utf8')).toBe('ours');
  expect(await readFile(precious, 'utf8')).toBe('precious');
});

test('files: a link planted at the name of an unfinished report is not followed', async () => {
  await symlink(precious, join(folder, `report.json.${process.pid}.unfinished`));
  await writeReports(passingGate(), folder, [json]);
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toContain('"schemaVersion"');
  expect(await readFile(precious, 'utf8')).toBe('precious');
});

test('files: a text that ends in an error leaves nothing', async () => {
  const broken = async function* () {
    yield 'a line\n';
    throw new Error('the source broke');
  };
  await expect(writeWhole(join(folder, 'out'), broken())).rejects.toThrow('the source broke');
  expect(await readdir(folder)).toEqual(['precious']);
});
