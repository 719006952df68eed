import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../support/run-assay.ts';

/** Short, but with several requests of every scenario. */
const SHORT = ['--duration', '6s', '--arrival-rate', '15/s'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-clean-gate-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function reportIn(out: string): Promise<RunReport> {
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
}

test('gate: the embedded reference gateway passes, every exchange is judged and every report written', async () => {
  const out = join(folder, 'clean');
  const run = await assay(['gate', ...SHORT, '--out', out]);
  const report = await reportIn(out);
  expect(report.reasons).toEqual(['All checks passed.']);
  expect(run.code).toBe(0);
  expect(report.outcome).toBe('pass');
  expect(report.conformant).toBe(true);
  expect(report.load?.judgedShare).toBe(1);
  expect(report.load?.violations).toEqual([]);
  expect(Object.keys(report.load?.operations ?? {}).toSorted()).toEqual([
    'chat',
    'images',
    'responses',
    'transcription',
    'video-cancel',
    'video-create',
    'video-read',
  ]);
  expect(report.load?.operations.chat?.ttftMs?.p50).toBeGreaterThan(15);
  expect((await readdir(out)).toSorted()).toEqual([
    'badge.json',
    'findings.ndjson',
    'junit.xml',
    'report.html',
    'report.json',
    'results.sarif',
    'summary.md',
  ]);
  expect(run.stdout).toMatch(/^✓ pass/);
});
