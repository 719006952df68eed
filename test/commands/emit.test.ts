import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assay } from '../support/assay-in-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-emit-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('emit: a gateway that runs only during the command is refused with the remedy', async () => {
  const { code, stdout, stderr } = await assay(['load', '--emit', 'script'], { cwd: folder });
  expect(stdout).toBe('');
  expect(stderr).toContain('the target is embedded. Set it with --target.');
  expect(code).toBe(3);
});

test('emit: credentials in the address are refused, and not repeated', async () => {
  const target = 'http://user:pass@127.0.0.1:8080';
  const { code, stdout, stderr } = await assay(['load', '--emit', 'script', '--target', target]);
  expect(stdout + stderr).not.toContain('pass@');
  expect(stderr).toContain('The address of the target contains credentials.');
  expect(code).toBe(3);
});

test('emit: an unknown form is refused and named', async () => {
  const { code, stderr } = await assay(['load', '--emit', 'scirpt'], { cwd: folder });
  expect(stderr).toMatch(/--emit.*'scirpt'.*Allowed choices are script/);
  expect(code).toBe(3);
});

test.each([
  [['--target', 'embedded'], /^--emit needs the address of a gateway/],
  [['--parallelism', '0'], /^--parallelism needs an integer from 1 to 10000; got "0"\./],
])('emit: %j is reported with exit code 3', async (args, sentence) => {
  const { code, stderr } = await assay(['load', '--emit', 'k6-operator', ...args]);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(3);
});

test('emit: a workload that needs a file of this machine is reported with exit code 3', async () => {
  const config = join(folder, 'prompts.yaml');
  await writeFile(join(folder, 'prompts.txt'), 'Hello.\n');
  await writeFile(config, `workload: {prompts: {file: ${join(folder, 'prompts.txt')}}}\n`);
  const { code, stderr } = await assay([
    'load',
    '--emit',
    'k6-operator',
    '--target',
    'http://gateway:1',
    '--config',
    config,
  ]);
  expect(stderr).toMatch(/^Pods cannot read the local file of the workload: .*prompts\.txt\. Run/);
  expect(code).toBe(3);
});
