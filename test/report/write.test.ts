import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as formats from '../../src/report/formats/index.ts';
import { type Format, writeReports } from '../../src/report/write.ts';
import { folderOfTest } from '../support/test-folder.ts';
import { passingGate } from './sample-report.ts';

const report = passingGate();
let folder: string;

beforeEach(async () => {
  folder = await folderOfTest('write');
});
test('write: every format is in the folder, and nothing else', async () => {
  const out = join(folder, 'deep', 'down');
  const all = Object.values(formats);
  const written = await writeReports(report, out, all);
  expect(written).toEqual(all.map(({ file }) => join(out, file)));
  expect((await readdir(out)).toSorted()).toEqual(all.map(({ file }) => file).toSorted());
  expect(await readFile(join(out, 'report.json'), 'utf8')).toBe(formats.json.render(report));
});

test('write: an earlier report is replaced', async () => {
  await writeFile(join(folder, 'report.json'), 'old');
  await writeReports(report, folder, [formats.json]);
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe(formats.json.render(report));
});

test('write: a file where the folder should be is reported with the remedy', async () => {
  const file = join(folder, 'taken');
  await writeFile(file, '');
  await expect(writeReports(report, file, [formats.json])).rejects.toMatchObject({
    name: 'UsageError',
    message: `Cannot write the report: ${file} (ENOTDIR). A file is in the way: name a folder with --out.`,
  });
  await expect(writeReports(report, join(file, 'below'), [formats.json])).rejects.toThrow(
    'ENOTDIR). A file is in the way: name a folder with --out.',
  );
});

test('write: a folder where a file should be is reported, and nothing is half written', async () => {
  await mkdir(join(folder, 'report.json', 'inside'), { recursive: true });
  await expect(writeReports(report, folder, [formats.json])).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining(`${join(folder, 'report.json')} (`),
  });
  expect(await readdir(folder)).toEqual(['report.json']);
});

test('write: the other formats are written when one fails', async () => {
  const broken: Format = {
    file: 'broken.txt',
    summary: 'throws',
    render: () => {
      throw new TypeError('a bug of ours');
    },
  };
  await expect(writeReports(report, folder, [broken, formats.json])).rejects.toThrow(TypeError);
  expect(await readdir(folder)).toEqual(['report.json']);
});
