import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, testFolder } from '../../support/test-folder.ts';
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

// The first load must have a core: one whose generator could not keep up is not green.
test('assay load --against last-green: a load is compared with the one before, and assay trend draws both', {
  retry: 2,
}, async () => {
  const { address, env } = await startReference();
  const cwd = await folderOfTest('last-green');
  const words = ['load', '--target', address, '--scenario', 'chat-stream', '--duration', '4s'];
  expect(await assay([...words, '--label', 'one'], { cwd, env })).toMatchObject({ code: 0 });
  const against = ['--against', 'last-green', '--min-effect', '1s', '--label', 'two'];
  const { stderr } = await assay([...words, ...against], { cwd, env });
  const [, file = ''] = /^--against last-green: (\S+) \(build one, /m.exec(stderr) ?? [];
  const before = await reportIn(join(cwd, dirname(file)));
  const after = await reportIn(join(cwd, 'reports/latest'));
  expect(after.against).toMatchObject({ file, startedAt: before.startedAt });
  expect(after.repro).toContain(`--against ${file} `);
  expect(await assay(['trend'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const trend: unknown = JSON.parse(await readFile(join(cwd, 'reports/runs/trend.json'), 'utf8'));
  expect(trend).toMatchObject({ series: [{ runs: [{ label: 'one' }, { label: 'two' }] }] });
  const values = expect.arrayContaining([before.load?.operations.chat?.ttftFromIntendedMs?.p95]);
  expect(trend).toHaveProperty(
    ['series', 0, 'figures'],
    expect.arrayContaining([expect.objectContaining({ metric: 'ttft', values })]),
  );
});
