import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../support/run-assay.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-against-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function load(name: string, flags: readonly string[]): Promise<RunReport> {
  const out = join(folder, name);
  const workload = ['--scenario', 'chat-stream', '--arrival-rate', '20/s', '--duration', '6s'];
  await assay(['load', ...workload, ...flags, '--out', out]);
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
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
