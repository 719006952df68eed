import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findContainerEngine } from '../../../src/target/container-engine.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const IMAGE = 'node:24-alpine';

const run = promisify(execFile);
let missing: string | undefined;

/** The image is not fetched: it is there on a machine that has pulled it. */
beforeAll(async () => {
  try {
    await findContainerEngine();
    await run('docker', ['image', 'inspect', IMAGE]);
  } catch (error) {
    missing = String(error);
  }
});

beforeEach(({ skip }) => {
  if (missing !== undefined) skip(missing);
});

test('alpine: the command line starts there, and a conformance run passes', async () => {
  const options = ['--rm', '--network=none', '--tmpfs=/tmp', '--workdir=/tmp'];
  const mounted = ['--volume', `${ROOT}:/assay:ro`, IMAGE];
  const words = ['conform', '--target', 'embedded', '--area', 'chat-stream'];
  const { stdout } = await run('docker', [
    'run',
    ...options,
    ...mounted,
    '/assay/bin/assay.js',
    ...words,
  ]);
  expect(stdout).toContain('All checks passed');
});
