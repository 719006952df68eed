import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ENGINE = join(import.meta.dirname, '..', '..', '..', 'engine');
/** The race detector compiles k6 once more, which takes minutes. */
const MOST_MS = 900_000;

test('engine: its Go tests pass', { timeout: MOST_MS }, async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  // With the settings of the engine's own build, so that they share what they compile.
  const output = await goTest(['-trimpath', './...'], { CGO_ENABLED: '0' });
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok /m);
});

test('engine: its units have no data race', { timeout: MOST_MS }, async ({ skip }) => {
  if (process.env.CI !== 'true') skip('It takes minutes, so it runs where CI is set.');
  if (!(await runs('gcc', ['--version']))) skip('No C compiler was found.');
  const output = await goTest(['-trimpath', '-race', './arrivals/...', './gateway/...']);
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok /m);
});

/** Never from Go's cache of results: it does not know all that the script tests depend on. */
function goTest(parameters: string[], settings: Record<string, string> = {}): Promise<string> {
  return promisify(execFile)('go', ['test', '-count=1', ...parameters], {
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
