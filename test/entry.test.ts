import { exec, execFile } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOfTest } from './support/test-folder.ts';

const ENTRY = join(import.meta.dirname, '..', 'bin', 'assay.js');

/** Makes Node say that it is an old one. */
const OLD_NODE = `
  Object.defineProperty(process, 'version', { value: 'v20.20.2' });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
`;

async function entryOfPackage(): Promise<string> {
  const bin = join(await folderOfTest('entry'), 'bin');
  await mkdir(bin);
  await copyFile(ENTRY, join(bin, 'assay.mjs'));
  return join(bin, 'assay.mjs');
}

test.each([
  ['a checkout', () => ENTRY, 'On Linux, "npm ci" brings one that "npx assay" uses; .*'],
  ['an installed package', entryOfPackage, 'Install Node 24 \\(nodejs\\.org, nvm install 24\\)\\.'],
])(
  'entry: an old Node is reported by %s with the remedy and exit code 3',
  async (_, entry, remedy) => {
    const preload = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
    const args = ['--import', preload, await entry(), '--version'];
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Assay needs Node 24 or newer: this is v20\\.20\\.2\\. ${remedy}\n$`),
      ),
    });
  },
);

test('entry: its first line needs nothing but "env node": env of BusyBox takes no options', async () => {
  expect((await readFile(ENTRY, 'utf8')).split('\n', 1)).toEqual(['#!/usr/bin/env node']);
});

/** Says how Node was started. */
const NAMES_START = `data:text/javascript,${encodeURIComponent(
  `if (process.argv[1].endsWith('assay.js'))
    console.error(process.pid, process.execArgv.join(), process.env.MALLOC_ARENA_MAX);`,
)}`;

test.each([
  ['gate', /^(\d+) {2}undefined\n\1 --max-semi-space-size=4 2\n/],
  ['list', /^(\d+) {2}undefined\nUnknown option/],
])('entry: %s is started with the settings of memory that it needs', async (command, stderr) => {
  const run = promisify(execFile)(process.execPath, [ENTRY, command, '--unheard-of'], {
    env: { ...process.env, NODE_OPTIONS: `--import=${NAMES_START}` },
  });
  await expect(run).rejects.toMatchObject({ code: 3, stderr: expect.stringMatching(stderr) });
});

test.each([
  ['an exception that nothing catches', 'throw new RangeError("Invalid string length")'],
  ['a rejection that nothing awaits', 'Promise.reject(new RangeError("Invalid string length"))'],
])('entry: %s is reported with exit code 3, never 1', async (_, code) => {
  const run = startServing(
    `if (process.argv[1].endsWith('assay.js')) setTimeout(() => { ${code} }, 1500);`,
  );
  await expect(run).rejects.toMatchObject({
    code: 3,
    stderr:
      'Internal error (RangeError: Invalid string length). This is a bug in Assay, not in the target. Report it with the command and the output that ASSAY_DEBUG=1 adds.\n',
  });
});

test('entry: a failure of the reference gateway itself has exit code 3, never 1', async () => {
  const run = startServing(
    `if (process.argv[1].endsWith('main.ts')) setTimeout(() => { throw new TypeError('x') }, 500);`,
  );
  await expect(run).rejects.toMatchObject({
    code: 3,
    stderr: 'The gateway failed (TypeError: x). This is a bug in it.\n',
  });
});

test.each([
  ['conform', '/proc/x', 'ENOENT'],
  ['load', '/dev/null', 'ENOTDIR'],
  ['list', '/proc', 'ENOENT'],
])(
  'entry: %s is refused where no temporary folder can be made: %s',
  async (command, folder, why) => {
    const run = promisify(execFile)(process.execPath, [ENTRY, command], {
      env: { ...process.env, TMPDIR: folder },
      timeout: 10_000,
    });
    await expect(run).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: `Cannot make a temporary folder in ${folder} (${why}). Set TMPDIR to a folder that can be written.\n`,
    });
  },
);

test('entry: a full disk under standard output turns success into exit code 3', async () => {
  const run = promisify(exec)(`"${process.execPath}" "${ENTRY}" list rules > /dev/full`);
  await expect(run).rejects.toMatchObject({
    code: 3,
    stderr: 'The result could not be written to standard output (ENOSPC). Its exit code is 0.\n',
  });
});

/** `assay serve` with a defect in each of its processes. */
function startServing(defect: string) {
  const preload = `--import=data:text/javascript,${encodeURIComponent(defect)}`;
  return promisify(execFile)(process.execPath, [ENTRY, 'serve', '--port', '0'], {
    env: { ...process.env, NODE_OPTIONS: preload },
  });
}

test('entry: the Node of this project starts the command line', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [ENTRY, '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
