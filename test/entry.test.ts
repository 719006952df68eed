import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ENTRY = join(import.meta.dirname, '..', 'bin', 'assay.js');

/** Makes Node say that it is an old one. */
const OLD_NODE = `
  Object.defineProperty(process, 'version', { value: 'v20.20.2' });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
`;

test('entry: an old Node is a sentence with the remedy and exit code 3', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
  const run = promisify(execFile)(process.execPath, ['--import', preload, ENTRY, '--version']);
  await expect(run).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^Assay needs Node 24 or newer: this is v20\.20\.2\. .*npx assay.*\n$/,
    ),
  });
});

test('entry: the Node of this project starts the command line', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [ENTRY, '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
