import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findEngine } from '../../../../src/load/engine/find-engine.ts';
import { SCENARIOS_FOLDER } from '../../../../src/load/scenarios/scenario-files.ts';
import { assay } from '../../../support/assay-in-process.ts';

const CUSTOM = join(SCENARIOS_FOLDER, 'chat.ts');

const SHORT = [
  'load',
  '--scenario',
  'chat',
  '--arrival-rate',
  '5/s',
  '--duration',
  '1s',
  '--quiet',
];

/** Where the engine of such a load keeps on disk what was not read yet. */
async function spoolOf(flags: readonly string[], configuration = ''): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-behind-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [engine, seen, config] = ['engine', 'seen', 'assay.yaml'].map((name) => join(folder, name));
  if (engine === undefined || seen === undefined || config === undefined)
    throw new Error('no path');
  writeFileSync(config, configuration);
  writeFileSync(
    engine,
    `#!/bin/sh
    if [ "$1" = run ]; then echo "\${ASSAY_TAP_SPOOL:-none}" >> '${seen}'; fi
    exec '${await findEngine()}' "$@"`,
  );
  chmodSync(engine, 0o755);
  const run = await assay([...SHORT, ...flags, '--config', config, '--out', join(folder, 'out')], {
    env: { ASSAY_ENGINE: engine },
  });
  expect(run).toMatchObject({ code: 0 });
  // An output of k6 is tried before the load.
  return readFileSync(seen, 'utf8').trim().split('\n').at(-1) ?? '';
}

test('judging behind a load: what waits for it does so on disk', async () => {
  expect(await spoolOf([])).toBe(tmpdir());
});

test.each([
  ['conditions that end the load', [], 'abortOn: [chat errors > 50% over 1s]'],
  ['the requests of the upstream', ['--upstream', '127.0.0.1:0'], ''],
  ['a budget', ['--budget', '1000'], ''],
  ['an output of k6, which counts findings', ['--k6-out', 'json=/dev/null'], ''],
  ['a custom scenario, which may have thresholds', ['--scenario', CUSTOM], ''],
])('judging beside a load: with %s, it is not behind', async (_, flags, configuration) => {
  expect(await spoolOf(flags, configuration)).toBe('none');
});
