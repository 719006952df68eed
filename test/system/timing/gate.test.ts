import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHOWN_BY_TRAFFIC } from '../../support/relay/rule-lists.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { quickProfile } from '../support/quick-profile.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('gate');

test('gate: the embedded reference gateway passes, every exchange is judged and every report written', async () => {
  const out = join(folder, 'clean');
  const profile = await quickProfile(folder);
  const run = await assay([
    'gate',
    '--duration',
    '6s',
    '--arrival-rate',
    '15/s',
    '--profile',
    profile,
    '--out',
    out,
  ]);
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
  expect(run.stdout).toMatch(/^ PASS {2}gate of /);
});

test('gate with an upstream: the embedded relay passes in conformance and under load', async () => {
  const out = join(folder, 'both-ends');
  const shown = SHOWN_BY_TRAFFIC.map(({ id }) => id);
  const fewer = ['--no-thorough', ...shown.flatMap((id) => ['--rule', id])];
  const args = [
    '--upstream',
    '127.0.0.1:0',
    '--duration',
    '4s',
    '--seed',
    '1',
    '--verbose',
    '--out',
    out,
  ];
  const { code, stdout, stderr } = await assay(['gate', ...args, ...fewer]);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  const { rules, load: loaded } = await reportIn(out);
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
