import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('baseline');

/** A run of the command against a reference gateway with faults; no second key is given. */
async function run(
  faults: readonly string[],
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly report: RunReport }> {
  const out = await mkdtemp(join(folder, 'out-'));
  return withReference({ faults: [...faults] }, async ({ address, keys }) => {
    const target = ['--target', address, '--profile', 'reference', '--out', out, '--quiet'];
    const { code } = await assay([...args, ...target], { env: { ASSAY_API_KEY: keys.first } });
    return { code, report: await reportIn(out) };
  });
}

/** Steady defects; answers without b64_json and keys whose other body is replayed leave more open. */
const STEADY = [
  'chat-created-float',
  'chat-finish-null',
  'chat-role-bot',
  'chat-index-from-one',
  'chat-usage-total-off',
  'chat-unknown-field-500',
  'img-url-instead',
  'img-size-ignored',
  'tr-text-plain',
  'idem-ignores-body',
];

const RULES = [
  'chat-created-integer',
  'chat-finish-reason',
  'chat-required-fields',
  'chat-choice-index',
  'chat-fixed-values',
  'chat-usage-sum',
  'chat-unknown-field',
  'chat-unknown-model',
  'images-size-refused',
  'images-shape',
  'images-decodes',
  'images-mime-matches',
  'images-b64-canonical',
  'idempotency-mismatch-refused',
  'idempotency-mismatch-keeps-first',
  'video-id-scoped-to-key',
  'idempotency-mismatch-422',
  'transcription-shape',
  'errors-wrapper',
  'errors-json-media-type',
].flatMap((id) => ['--rule', id]);

test('baseline: a gateway with steady defects passes each time, and a regression alone fails', async () => {
  const file = join(folder, 'baseline.yaml');
  const gate = ['conform', ...RULES, '--baseline', file];
  const first = await run(STEADY, [...gate, '--update-baseline', '--reason', 'ticket 12']);
  expect(first.code).toBe(0);
  const { rules } = first.report;
  const accepted = rules.filter((rule) => rule.accepted !== undefined);
  expect(accepted.filter(({ verdict }) => verdict === 'note').length).toBeGreaterThanOrEqual(6);
  const open = accepted.filter(({ verdict }) => verdict === 'could-not-verify');
  expect(Object.fromEntries(open.map(({ id, accepted: by }) => [id, by?.cause]))).toMatchObject({
    'images-decodes': 'images-shape',
    'images-mime-matches': 'images-shape',
    'idempotency-mismatch-keeps-first': 'idempotency-mismatch-refused',
    'video-id-scoped-to-key': undefined,
  });
  const written = await readFile(file, 'utf8');
  expect(written).toMatch(/unverified:\n {2}- rule: video-id-scoped-to-key\n/);
  expect(written).not.toContain('images-decodes');

  for (let count = 0; count < 3; count += 1) {
    const { code, report } = await run(STEADY, gate);
    expect(report.reasons).toEqual([expect.stringMatching(/^Passed with exceptions: /)]);
    expect(report.baseline).toMatchObject({ stale: [], expired: [] });
    expect(code).toBe(0);
  }

  const worse = await run([...STEADY, 'err-flat'], gate);
  expect(worse.code).toBe(1);
  expect(worse.report.reasons).toEqual([
    expect.stringMatching(/^Required rule failed: errors-wrapper in /),
  ]);
});

test('baseline: an objective on findings counts those that are not accepted, and says how many are', async () => {
  const file = join(folder, 'load.yaml');
  const load = ['load', '--scenario', 'chat', '--duration', '2s', '--arrival-rate', '10/s'];
  const held = [...load, '--slo', 'findings must <= 0', '--baseline', file];
  const written = await run(
    ['chat-created-float'],
    [...held, '--update-baseline', '--reason', 'x1'],
  );
  expect(written.code).toBe(0);
  expect(await readFile(file, 'utf8')).toMatch(/underLoad:\n\s+- chat\n/);

  const accepted = await run(['chat-created-float'], held);
  expect(accepted.report.slo).toMatchObject([{ met: true, measured: 0 }]);
  expect(accepted.report.slo[0]?.accepted).toBeGreaterThan(10);
  expect(accepted.report.load?.violations).toMatchObject([{ accepted: true }]);
  expect(accepted.code).toBe(0);

  const worse = await run(['chat-created-float', 'chat-finish-null'], held);
  expect(worse.code).toBe(1);
  expect(worse.report.slo[0]?.measured).toBeGreaterThan(10);
});
