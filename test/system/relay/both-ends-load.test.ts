import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';
import { quickProfile } from '../support/quick-profile.ts';
import { assayRelay } from '../support/reference-relay.ts';
import { assay } from '../support/run-assay.ts';

/** Faults that the traffic of the default scenario shows, with the rule that finds each. */
const SHOWN = RELAY_RULES.filter(({ id }) =>
  [
    'relay-one-call',
    'relay-replay-makes-no-call',
    'relay-prompt-unchanged',
    'relay-asks-for-stream',
    'relay-caller-key-withheld',
    'relay-text-unchanged',
    'relay-body-unchanged',
    'relay-usage-unchanged',
  ].includes(id),
);

async function temporaryFolder(): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'assay-both-ends-'));
  onTestFinished(() => rm(out, { recursive: true }));
  return out;
}

async function reportIn(out: string): Promise<RunReport> {
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
}

test('gate with an upstream: the embedded relay passes in conformance and under load', async () => {
  const out = await temporaryFolder();
  // test/deep/embedded-relay.test.ts sends all that the probes can.
  const fewer = ['--no-thorough', '--profile', await quickProfile(out)];
  const args = ['--upstream', '127.0.0.1:0', '--duration', '4s', '--seed', '1', '--out', out];
  const { code, stdout, stderr } = await assay(['gate', ...args, ...fewer]);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  const { rules, load: loaded } = await reportIn(out);
  expect(loaded?.overhead?.chat?.relayMs?.p50).toBeGreaterThan(0);
  expect(loaded?.overhead?.chat?.tokensPerRead).toBeGreaterThanOrEqual(1);
  expect(loaded?.samples?.chat?.stream?.some(({ addedTtft }) => addedTtft !== undefined)).toBe(
    true,
  );
  expect(stdout).toMatch(/^Overhead\noperation +figure /m);
  const judged = rules.filter(({ id, load }) => id.startsWith('relay-') && (load?.judged ?? 0) > 0);
  expect(judged.map(({ id }) => id)).toEqual(expect.arrayContaining(SHOWN.map(({ id }) => id)));
});

test('load with an upstream: each fault that traffic shows is found, with both ends as evidence', async () => {
  const out = await temporaryFolder();
  const faults = SHOWN.map(({ provenBy }) => provenBy);
  const args = ['--duration', '4s', '--seed', '1', '--out', out] as const;
  const { code, stderr } = await assayRelay(['load', ...args], { faults });
  expect(code, stderr).toBe(1);
  const { rules } = await reportIn(out);
  for (const { id } of SHOWN) {
    const rule = rules.find((each) => each.id === id);
    expect(rule?.load?.findings, id).toBeGreaterThan(0);
    expect(JSON.stringify(rule?.load?.examples), id).toContain('"upstream"');
  }
});
