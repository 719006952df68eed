import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../support/run-assay.ts';

test('capacity: with --upstream, rules of both ends are judged in every step', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-capacity-upstream-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const rates = ['--start-rate', '8/s', '--max-rate', '8/s', '--step-duration', '1s'];
  const flags = ['--upstream', '127.0.0.1:0', '--operation', 'chat', ...rates, '--out', out];
  const { code, stderr } = await assay(['capacity', ...flags]);
  expect(code, stderr).toBe(2);
  const report = RunReportSchema.parse(
    JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
  );
  expect(report.capacity?.limitedBy, stderr).toBe('range');
  expect(report.rules.find(({ id }) => id === 'relay-one-call')?.verdict).toBe('pass');
  expect(report.repro).toContain('--upstream 127.0.0.1:0');
});
