import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const folder = await testFolder('capacity');

interface Meanwhile {
  readonly signal: (name: NodeJS.Signals) => void;
  readonly closeServer: () => void;
}

interface Search extends CommandRun {
  readonly report: RunReport;
}

/** `assay capacity` of chats against a reference gateway of its own. */
async function search(
  reference: ReferenceOptions,
  args: readonly string[],
  onStep?: (seen: string, meanwhile: Meanwhile) => void,
): Promise<Search> {
  const out = await mkdtemp(join(folder, 'out-'));
  return withReference(reference, async ({ address, env, stop }) => {
    const command = ['capacity', '--target', address, '--operation', 'chat', '--out', out];
    const run = await assay([...command, ...args], {
      env,
      onStderr: (text, signal) => onStep?.(text, { signal, closeServer: () => void stop() }),
    });
    return { ...run, report: await reportIn(out) };
  });
}

test.concurrent('capacity: too few concurrent iterations are a limit of the generator, and inconclusive', async () => {
  const { code, report } = await search(
    { ttftMs: 200 },
    '--in-flight 2 --start-rate 20/s --step-duration 1s --time-limit 40s'.split(' '),
  );
  expect(code).toBe(2);
  expect(report.capacity).toMatchObject({ knee: null, limitedBy: 'generator' });
  expect(report.capacity?.reason).toContain('Raise --in-flight.');
});

test.concurrent('capacity: quiet with JSON prints only the result', async () => {
  const short = '--start-rate 5/s --step-duration 1s --time-limit 8s --seed 1'.split(' ');
  const run = await search({}, [...short, '--quiet', '--json']);
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^\{/);
});

test.concurrent('capacity: Ctrl-C gives a partial report with the steps so far, and exit code 130', async () => {
  let sent = false;
  const { code, report } = await search({}, ['--step-duration', '1s'], (seen, { signal }) => {
    if (sent || !/\/s {2}sustained .*\/s {2}sustained /s.test(seen)) return;
    sent = true;
    signal('SIGINT');
  });
  expect(code).toBe(130);
  expect(report.partial).toBe(true);
  expect(report.capacity?.steps.length).toBeGreaterThanOrEqual(2);
});

test.concurrent('capacity: a target that is gone gives a partial report and is inconclusive', async () => {
  const { code, report } = await search({}, ['--step-duration', '2s'], (seen, { closeServer }) => {
    if (/\/s {2}sustained /.test(seen)) closeServer();
  });
  expect(report.reasons.join(' ')).toContain('The target no longer responds');
  expect(report.partial).toBe(true);
  expect(report.capacity?.steps.length).toBeGreaterThanOrEqual(1);
  expect(code).toBe(2);
});
