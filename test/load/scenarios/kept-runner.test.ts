import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KEEPER_FILE } from '../../../src/load/scenarios/cluster-objects.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('kept');

/** Starts the script as the operator starts `k6`, in front of an engine with this source. */
async function started(name: string, engine: string) {
  const home = join(folder, name);
  const [keeper, real] = [join(home, 'assay'), join(home, 'bin')];
  await mkdir(keeper, { recursive: true });
  await mkdir(real, { recursive: true });
  await writeFile(join(keeper, 'k6'), KEEPER_FILE.k6, { mode: 0o755 });
  await writeFile(join(real, 'k6'), `#!/bin/sh\n${engine}`, { mode: 0o755 });
  const child = spawn('k6', ['run', 'a b'], {
    env: { PATH: `${keeper}:${real}:${process.env.PATH}`, ASSAY_RECORD: join(home, 'pod.rec') },
    stdio: 'ignore',
  });
  return { child, home, ended: once(child, 'exit') };
}

/** An engine that runs until it is stopped. */
const RUNS = [
  'trap \'echo stopped > "$ASSAY_RECORD"; exit 105\' TERM',
  ': > "$(dirname "$ASSAY_RECORD")/ready"',
  'while :; do sleep 0.05; done',
].join('\n');

async function appears(path: string): Promise<void> {
  for (;;) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(10);
  }
}

test('a kept runner gives the engine its arguments, and waits after it until it is ended', async () => {
  const { child, home, ended } = await started(
    'waits',
    'echo "$1/$2" > "$ASSAY_RECORD"; exit 105\n',
  );
  await appears(join(home, 'pod.wanted'));
  expect(await readFile(join(home, 'pod.rec'), 'utf8')).toBe('run/a b\n');
  expect(await readFile(join(home, 'pod.exit-code'), 'utf8')).toBe('105\n');
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([105, null]);
});

test('a kept runner passes a stop on, and keeps the recording that the engine then completes', async () => {
  const { child, home, ended } = await started('stops', RUNS);
  await appears(join(home, 'ready'));
  child.kill('SIGINT');
  await appears(join(home, 'pod.wanted'));
  expect(await readFile(join(home, 'pod.rec'), 'utf8')).toBe('stopped\n');
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  await ended;
});

test('a kept runner that the cluster removes ends with its engine', async () => {
  const { child, home, ended } = await started('removed', RUNS);
  await appears(join(home, 'ready'));
  child.kill('SIGTERM');
  expect(await ended).toEqual([105, null]);
});

test('a kept runner whose engine recorded nothing ends with its exit code', async () => {
  const { ended } = await started('fails', 'exit 255\n');
  expect(await ended).toEqual([255, null]);
});
