import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireOutputs } from '../../../src/commands/run/engine-outputs.ts';
import { listK6Outputs } from '../../../src/load/engine/k6-outputs.ts';

const LIST = "invalid output type 'x', available types are: assay-tap, json, xk6-kafka";

test('outputs: an engine has those that it lists, without the tap', async () => {
  expect(await listK6Outputs(await stub(`echo "${LIST}" >&2; exit 255`))).toEqual([
    'json',
    'xk6-kafka',
  ]);
});

test('outputs: one that only a custom engine has is accepted', async () => {
  const engine = await stub(`echo "${LIST}" >&2; exit 255`);
  await expect(requireOutputs(engine, ['xk6-kafka=topic'])).resolves.toBeUndefined();
  await expect(requireOutputs(engine, ['xk6-kafak=topic'])).rejects.toThrow(
    'Unknown output of k6: xk6-kafak in --k6-out. Did you mean xk6-kafka? Outputs of the engine: json, xk6-kafka.',
  );
});

test('outputs: an engine that does not list its outputs may be given any output', async () => {
  const engine = await stub('echo "cannot do that" >&2; exit 1');
  expect(await listK6Outputs(engine)).toBeUndefined();
  await expect(requireOutputs(engine, ['anything'])).resolves.toBeUndefined();
});

async function stub(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-outputs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'engine');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}
