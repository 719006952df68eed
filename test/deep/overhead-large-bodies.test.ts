import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { assayRelay } from '../system/support/reference-relay.ts';

test('overhead: --large-bodies measures a step with large prompts after the first one', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-large-bodies-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const short = ['--duration', '5s', '--blocks', '5'];
  const run = await assayRelay(['overhead', ...short, '--large-bodies', '--out', out]);
  expect(run.code, run.stderr).toBe(0);
  const text = await readFile(join(out, 'report.json'), 'utf8');
  const [first, large, ...others] = RunReportSchema.parse(JSON.parse(text)).overhead?.steps ?? [];
  expect(first).toMatchObject({ outcome: 'measured', failed: { floor: 0, through: 0 } });
  expect(first).not.toHaveProperty('promptWords');
  expect(large).toMatchObject({ promptWords: 15_000, outcome: 'measured', failed: { through: 0 } });
  expect(others).toEqual([]);
});
