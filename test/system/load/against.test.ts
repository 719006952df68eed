import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('against');

async function load(name: string, flags: readonly string[]): Promise<RunReport> {
  const out = join(folder, name);
  const workload = ['--scenario', 'chat-stream', '--arrival-rate', '20/s', '--duration', '6s'];
  await assay(['load', ...workload, ...flags, '--out', out]);
  return await reportIn(out);
}

test('assay load --against: objectives are relative to the earlier run, and its figures stand beside', async () => {
  const before = await load('before', []);
  const file = join(folder, 'before', 'report.json');
  const relative = 'chat stream ttft p95 <= 1000% of baseline';
  const after = await load('after', ['--against', file, '--slo', relative]);
  const measured = before.load?.operations.chat?.ttftFromIntendedMs?.p95 ?? Number.NaN;
  expect(after.slo).toMatchObject([{ objective: relative, met: true, unit: 'ms' }]);
  expect(after.slo[0]?.limit).toBeCloseTo(measured * 10, 1);
  expect(after.against).toMatchObject({ file, startedAt: before.startedAt });
  const row = after.against?.performance?.rows.find(
    ({ metric, statistic }) => metric === 'ttft' && statistic === 'p50',
  );
  expect(row?.cells.map(({ observations }) => observations)).toEqual([
    before.load?.operations.chat?.exchanges,
    after.load?.operations.chat?.exchanges,
  ]);
  expect(row?.changes[0]?.interval).not.toBeNull();
});
