import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENGINE_FOLDER } from '../../src/load/engine/build-engine.ts';

const FUZZ_TIME = '60s';
/** In addition, the instrumented build takes its time. */
const PATIENCE_MS = 600_000;

const TARGETS = await fuzzTargets();

test('fuzzing: the engine has targets', () => {
  expect(TARGETS.length).toBeGreaterThan(3);
  expect(TARGETS.map(([target]) => target)).toContain('FuzzRedact');
});

test.each(TARGETS)(
  `fuzzing: %s fails for no input within ${FUZZ_TIME}`,
  { timeout: PATIENCE_MS },
  async (target, folder) => {
    const parameters = ['test', '-run', '^$', '-fuzz', `^${target}$`, '-fuzztime', FUZZ_TIME, '.'];
    const { stdout } = await promisify(execFile)('go', parameters, { cwd: folder });
    expect(stdout).toContain('PASS');
  },
);

/** The fuzz targets of the engine, each with its folder. */
async function fuzzTargets(): Promise<(readonly [target: string, folder: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const entry of await readdir(ENGINE_FOLDER, { recursive: true })) {
    if (!entry.endsWith('_test.go')) continue;
    const path = join(ENGINE_FOLDER, entry);
    for (const [, target = ''] of (await readFile(path, 'utf8')).matchAll(/^func (Fuzz\w+)/gm)) {
      found.push([target, dirname(path)]);
    }
  }
  return found;
}
