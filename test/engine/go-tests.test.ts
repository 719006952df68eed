import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ENGINE = join(import.meta.dirname, '..', '..', 'engine');
/** The race detector compiles k6 once more, which takes minutes. */
const MOST_MS = 900_000;

test('engine: its Go tests pass', { timeout: MOST_MS }, async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  // The detector needs a C compiler; outside of continuous integration it is not worth the wait.
  const race = process.env.CI === 'true' && (await runs('gcc', ['--version']));
  const parameters = ['test', '-trimpath', ...(race ? ['-race'] : []), './...'];
  const output = await promisify(execFile)('go', parameters, {
    cwd: ENGINE,
    maxBuffer: 64 << 20,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `FAILED\n${stdout}${stderr}`,
  );
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok /m);
});

function runs(command: string, parameters: string[]): Promise<boolean> {
  return promisify(execFile)(command, parameters).then(
    () => true,
    () => false,
  );
}
