import { expect, test } from 'vitest';
import { SHOWN_BY_TRAFFIC } from '../../support/relay/rule-lists.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assayRelay } from '../support/reference-relay.ts';
import { assay } from '../support/run-assay.ts';

async function temporaryFolder(): Promise<string> {
  const out = await folderOfTest('both-ends');
  return out;
}

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

test('load with an upstream: functions of a tool-loop are compared at both ends', async () => {
  const out = await temporaryFolder();
  const load = ['load', '--scenario', 'tool-loop', '--duration', '2s'] as const;
  const faults = ['relay-tool-schema-cut'];
  const { code, stderr } = await assayRelay([...load, '--out', out], { faults });
  expect(code, stderr).toBe(1);
  const { rules } = await reportIn(out);
  const failed = rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect(failed).toEqual(['relay-tools-kept']);
});

test('capacity with an upstream: rules of both ends are judged in every step', async () => {
  const out = await temporaryFolder();
  const rates = ['--start-rate', '8/s', '--max-rate', '8/s', '--step-duration', '1s'];
  const flags = ['--upstream', '127.0.0.1:0', '--operation', 'chat', ...rates, '--out', out];
  const { code, stderr } = await assay(['capacity', ...flags]);
  expect(code, stderr).toBe(2);
  const report = await reportIn(out);
  expect(report.capacity?.limitedBy, stderr).toBe('range');
  expect(report.rules.find(({ id }) => id === 'relay-one-call')?.verdict).toBe('pass');
  expect(report.repro).toContain('--upstream 127.0.0.1:0');
});
