import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleScenario, scenarioPath } from '../../../src/load/scenarios/bundle.ts';

/** Bundles in a process of its own, and prints how many of the processes that it started are left. */
const PROGRAM = `
  import { subscribe } from 'node:diagnostics_channel';
  const { endHelperWhenIdle } = await import('./src/input/bundler.ts');
  const { bundleScenario, scenarioPath } = await import('./src/load/scenarios/bundle.ts');
  const started = [];
  subscribe('child_process', ({ process }) => started.push(process));
  endHelperWhenIdle();
  const path = await scenarioPath('chat-stream');
  await Promise.all([bundleScenario(path), bundleScenario(path)]);
  await bundleScenario(path);
  console.log(started.length, started.filter(({ killed }) => !killed).length);
`;

/** Bundles while it is in a folder, and again when that folder is gone. */
const MOVING_PROGRAM = `
  import { mkdtempSync, rmdirSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  const { bundleScenario, scenarioPath } = await import('./src/load/scenarios/bundle.ts');
  const path = await scenarioPath('chat-stream');
  const home = process.cwd();
  const folder = mkdtempSync(tmpdir() + '/assay-bundle-');
  process.chdir(folder);
  await bundleScenario(path);
  process.chdir(home);
  rmdirSync(folder);
  console.log((await bundleScenario(path)).includes('export'));
`;

async function output(program: string): Promise<string> {
  const args = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

test('bundle: two at the same time succeed', async () => {
  const path = await scenarioPath('chat-stream');
  const [one, other] = await Promise.all([bundleScenario(path), bundleScenario(path)]);
  expect(one).toContain('export');
  expect(other).toBe(one);
});

test('bundle: a process of one command has no helper process left', async () => {
  expect(await output(PROGRAM)).toBe('2 0\n');
});

test('bundle: a process works on when the folder is gone in which it first bundled', async () => {
  expect(await output(MOVING_PROGRAM)).toBe('true\n');
});
