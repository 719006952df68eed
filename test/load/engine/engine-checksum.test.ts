import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectEngine, noteChecksum } from '../../../src/load/engine/build-engine.ts';

const MIB = 2 ** 20;

test('engine: its checksum is verified without its size in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-checksum-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const binary = join(folder, 'engine');
  await writeFile(binary, 'engine', { mode: 0o755 });
  await truncate(binary, 64 * MIB);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 1);
  await noteChecksum(binary, binary);
  clearInterval(watching);
  expect(most).toBeLessThan(16 * MIB);
  expect(await inspectEngine(binary)).toBe('whole');
  await truncate(binary, 64 * MIB - 1);
  expect(await inspectEngine(binary)).toBe('damaged');
});
