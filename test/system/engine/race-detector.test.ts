import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ENGINE_FOLDER } from '../../../src/load/engine/sources.ts';
import { sourcesDigest } from './race-detector.ts';

test.each([
  ['a source', 'tap/tap.go'],
  ['a test', 'tap/tap_test.go'],
  ['the modules', 'go.sum'],
  ['an input of a fuzz test', 'redact/testdata/fuzz/FuzzRedact/another'],
])('race detector: a record is not valid any more once %s changes', async (_what, path) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-race-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(ENGINE_FOLDER, folder, { recursive: true });
  const before = await sourcesDigest(folder);
  expect(before).toBe(await sourcesDigest(ENGINE_FOLDER));
  await writeFile(join(folder, path), '// changed');
  expect(await sourcesDigest(folder)).not.toBe(before);
});
