import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { SHOWN_BY_TRAFFIC } from '../../support/relay/rule-lists.ts';
import { quickProfile } from '../support/quick-profile.ts';
import { assayRelay } from '../support/reference-relay.ts';
import { assay } from '../support/run-assay.ts';

async function temporaryFolder(): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'assay-both-ends-'));
  onTestFinished(() => rm(out, { recursive: true }));
  return out;
}

async function reportIn(out: string): Promise<RunReport> {
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
}

test('conform with an upstream: the embedded relay passes', async () => {
  const out = await temporaryFolder();
  // test/deep/embedded-relay.test.ts sends all that the probes can.
  const fewer = ['--no-thorough', '--profile', await quickProfile(out)];
  const args = ['conform', '--upstream', '127.0.0.1:0', '--seed', '1', '--out', out, ...fewer];
  const { code, stdout, stderr } = await assay(args);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
});

test('load with an upstream: each fault that traffic shows is found, with both ends as evidence', async () => {
  const out = await temporaryFolder();
  const faults = SHOWN_BY_TRAFFIC.map(({ provenBy }) => provenBy);
  const args = ['--duration', '4s', '--seed', '1', '--out', out] as const;
  const { code, stderr } = await assayRelay(['load', ...args], { faults });
  expect(code, stderr).toBe(1);
  const { rules } = await reportIn(out);
  for (const { id } of SHOWN_BY_TRAFFIC) {
    const rule = rules.find((each) => each.id === id);
    expect(rule?.load?.findings, id).toBeGreaterThan(0);
    expect(JSON.stringify(rule?.load?.examples), id).toContain('"upstream"');
  }
});
