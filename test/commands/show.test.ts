import { chmod, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const RUNS = 'reports/runs';
const NEWEST = `${RUNS}/2026-11-27-100001-compare/compare.html`;

const folder = await realpath(await testFolder('show'));
const bin = join(folder, 'bin');
const opened = join(folder, 'opened');

/** A machine with a display, on which `xdg-open` is a script that notes what it was given. */
const DESKTOP = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0', CI: '' };

beforeAll(async () => {
  const files = [`${RUNS}/2026-11-27-100000-gate/report.html`, NEWEST, 'other/report.json'];
  files.push(`${RUNS}/2026-11-27-100002-load/report.json`, 'notes.txt');
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  await mkdir(bin);
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$*|$ASSAY_API_KEY" > "${opened}"\n`);
  await chmod(join(bin, 'xdg-open'), 0o755);
});

async function shown(words: string, env: Readonly<Record<string, string>>, columns = 200) {
  await writeFile(opened, 'nothing');
  return await assay(words, { cwd: folder, env, columns });
}

test.runIf(process.platform === 'linux')(
  'assay show: the page of the newest run is opened, and its path printed',
  async () => {
    const run = await shown('show', { ...DESKTOP, ASSAY_API_KEY: 'a_live_0123456789' });
    expect(run).toEqual({ code: 0, stdout: `${NEWEST}\n`, stderr: '' });
    await expect.poll(() => readFile(opened, 'utf8')).toBe(`${join(folder, NEWEST)}|\n`);
  },
);

test.each([
  ['in CI', { ...DESKTOP, CI: 'true' }, 200],
  ['where the output is read by a program', DESKTOP, 0],
  ['without a program that opens it', { ...DESKTOP, PATH: join('/', 'nowhere') }, 200],
])('assay show: %s the path is printed, and nothing opened', async (_, env, columns) => {
  const run = await shown('show', env, columns);
  expect(run).toEqual({ code: 0, stdout: `${NEWEST}\n`, stderr: '' });
  // As long as the script needs to start.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await readFile(opened, 'utf8')).toBe('nothing');
});

test.each([
  ['a missing folder', 'show none', /^Unknown run: none\. Name the folder/],
  [
    'a run without a page',
    'show other/report.json',
    /^Folder contains neither report\.html nor compare\.html nor behaviour\.html: other\. "assay report" writes it again\.\n$/,
  ],
  ['another file', 'show notes.txt', /^Not a page: notes\.txt\. Name the folder of a run/],
])('assay show: %s is refused', async (_, words, message) => {
  const run = await shown(words, DESKTOP, 0);
  expect(run.stderr).toMatch(message);
  expect(run).toMatchObject({ code: 3, stdout: '' });
});
