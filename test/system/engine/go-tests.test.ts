import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findEngine } from '../../../src/load/engine/find-engine.ts';

const ENGINE = join(import.meta.dirname, '..', '..', '..', 'engine');
/** With an empty build cache, Go compiles k6 once for each test, with the race detector for minutes. */
const LONGEST_MS = 900_000;

/** As the engine is built. `npm run check` vets all of it, which reads each package of k6 too. */
const TEST = ['test', '-trimpath', '-vet=off'];

/** A race is found without optimization too, and an empty build cache is filled sooner. */
const UNOPTIMIZED = '-gcflags=all=-N -l';

/** One goroutine each, for seconds with the race detector. */
const SEQUENTIAL = '^(?:TestBody|TestMultipart|TestSizeLimits)$';

/*
 * Go answers the tests of unchanged packages from its cache of results. That is sound for the script
 * tests too: the path of the engine that they run contains a digest of its sources.
 */

test('engine: its Go tests pass', { timeout: LONGEST_MS }, async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  // The settings of the engine's own build: both use the same compiled packages.
  const ASSAY_ENGINE = await findEngine({ env: { ...process.env, ASSAY_ENGINE: '' } });
  const output = await go([...TEST, './...'], { CGO_ENABLED: '0', ASSAY_ENGINE });
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok .*scripttest/m);
});

test('engine: its packages have no data race', { timeout: LONGEST_MS }, async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  if (!(await runs('gcc', ['--version']))) skip('The race detector needs a C compiler.');
  // Not the command itself: only that needs all of k6, which would have to be compiled once more.
  const packages = (await go(['list', './...'])).split('\n').filter((name) => {
    const folder = /^assay\/engine\/(?!scripttest$)(.+)/.exec(name)?.[1];
    return folder !== undefined && hasConcurrency(join(ENGINE, folder));
  });
  expect(packages).toEqual(expect.arrayContaining(['assay/engine/gateway', 'assay/engine/tap']));
  const settings = { CGO_ENABLED: '1' };
  const output = await go(
    [...TEST, '-race', UNOPTIMIZED, '-skip', SEQUENTIAL, ...packages],
    settings,
  );
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok .*gateway/m);
});

/** Code without it has no race of its own; the tests of its callers run it with the detector too. */
function hasConcurrency(folder: string): boolean {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .some((name) =>
      /\bgo (?:func\b|[\w.]+\()|\bsync\b/.test(readFileSync(join(folder, name), 'utf8')),
    );
}

function go(parameters: string[], settings: Record<string, string> = {}): Promise<string> {
  return promisify(execFile)('go', parameters, {
    cwd: ENGINE,
    env: { ...process.env, ...settings },
    maxBuffer: 64 << 20,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `FAILED\n${stdout}${stderr}`,
  );
}

function runs(command: string, parameters: string[]): Promise<boolean> {
  return promisify(execFile)(command, parameters).then(
    () => true,
    () => false,
  );
}
