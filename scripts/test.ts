import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * `npm test` and `npm run test:quick`: the check and the tests at the same time, because neither uses
 * all cores from its beginning to its end. A failed check ends the tests.
 *
 * `node scripts/test.ts [parameters of vitest]`
 */

const ROOT = join(import.meta.dirname, '..');
const env = {
  ...process.env,
  PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};

const tests = spawn('vitest', ['run', ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
const testsCode = codeOf(tests);

const check = spawn('node', [join(import.meta.dirname, 'check.ts')], {
  cwd: ROOT,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [checkCode, output] = await Promise.all([codeOf(check), text(check.stdout)]);
if (checkCode !== 0) tests.kill('SIGTERM');
const code = await testsCode;
// After the tests: their reporter draws over what is written meanwhile.
process.stdout.write(output);
process.exitCode = checkCode === 0 ? code : checkCode;

/** The exit code; 1 for a process that a signal ended. */
async function codeOf(child: ChildProcess): Promise<number> {
  const [ended] = await once(child, 'close');
  return typeof ended === 'number' ? ended : 1;
}
