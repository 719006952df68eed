import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { SHOWN_BY_TRAFFIC } from '../../support/relay/rule-lists.ts';
import { assay } from '../support/run-assay.ts';

test('gate with an upstream: the embedded relay passes in conformance and under load', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-gate-both-ends-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const shown = SHOWN_BY_TRAFFIC.map(({ id }) => id);
  const fewer = ['--no-thorough', ...shown.flatMap((id) => ['--rule', id])];
  const args = ['--upstream', '127.0.0.1:0', '--duration', '4s', '--seed', '1', '--out', out];
  const { code, stdout, stderr } = await assay(['gate', ...args, ...fewer]);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  const report = RunReportSchema.parse(
    JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
  );
  const { rules, load: loaded } = report;
  expect(loaded?.overhead?.chat?.relayMs?.p50).toBeGreaterThan(0);
  expect(loaded?.overhead?.chat?.tokensPerRead).toBeGreaterThanOrEqual(1);
  expect(loaded?.samples?.chat?.stream?.some(({ addedTtft }) => addedTtft !== undefined)).toBe(
    true,
  );
  expect(stdout).toMatch(/^Overhead\n[\s\S]*?^Figure, ms +p50 /m);
  const judged = rules.filter(({ load }) => (load?.judged ?? 0) > 0);
  expect(judged.map(({ id }) => id).toSorted()).toEqual(shown.toSorted());
  const probed = rules.filter(({ conformance }) => (conformance?.judged ?? 0) > 0);
  expect(probed.map(({ id }) => id).toSorted()).toEqual(shown.toSorted());
});
