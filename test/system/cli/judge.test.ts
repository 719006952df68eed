import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('judge');

/** The parts that must be equal: the command that repeats a finding depends on the run. */
function judgedPart(report: RunReport) {
  const { operations, violations, groups, exchanges, judgedExchanges, health } = report.load ?? {};
  return {
    outcome: report.outcome,
    reasons: report.reasons,
    rules: report.rules.map(({ id, verdict, load }) => [id, verdict, load?.judged, load?.findings]),
    load: {
      operations,
      violations: violations?.map(withoutCommands),
      groups,
      exchanges,
      judgedExchanges,
      health,
    },
    slo: report.slo,
    target: report.target,
    profile: report.profile,
    seed: report.seed,
  };
}

type Violation = NonNullable<RunReport['load']>['violations'][number];

function withoutCommands({ examples, ...violation }: Violation) {
  return {
    ...violation,
    examples: examples.map((example) => ({ ...example, reproduce: undefined })),
  };
}

describe.concurrent('judge', () => {
  test('judge: the recording of a load gives the report of the load', async (context) => {
    const { address, env, keys } = await startReference(
      { faults: ['cs-chunk-after-done'] },
      context,
    );
    const recording = join(folder, 'run.rec');
    const live = join(folder, 'live');
    const run = await assay(
      ['load', '--target', address, '--duration', '3s', '--record', recording, '--out', live],
      { env },
    );
    expect(run.code).toBe(1);
    const out = join(folder, 'judged');
    const judged = await assay(['judge', recording, '--out', out], { cwd: folder });
    expect(judged.stderr).toBe('');
    expect(judged.code).toBe(1);
    const report = await reportIn(out);
    expect(judgedPart(report)).toEqual(judgedPart(await reportIn(live)));
    expect(report).toMatchObject({ command: 'judge', partial: false });
    const bytes = await readFile(recording);
    expect(bytes.includes(keys.first) || bytes.includes(keys.second)).toBe(false);
  });

  test('judge: another profile and other objectives judge the same run again', async () => {
    const recording = join(folder, 'anew.rec');
    const run = await assay(
      ['load', '--scenario', 'chat', '--duration', '2s', '--record', recording, '--json'],
      { cwd: folder },
    );
    expect(run.code).toBe(0);
    const profile = join(folder, 'own.yaml');
    await writeFile(profile, 'name: own\nextends: reference\noverrides: []\n');
    const config = join(folder, 'strict.yaml');
    await writeFile(config, 'slo: ["chat e2e p50 < 1ms"]\nworkload: {arrivalRate: 7/s}\n');
    const args = ['judge', recording, '--profile', profile, '--config', config, '--json'];
    const judged = await assay(args, { cwd: folder });
    expect(judged.code).toBe(1);
    const report = RunReportSchema.parse(JSON.parse(judged.stdout));
    expect(report.profile.name).toBe('own');
    expect(report.slo).toMatchObject([{ objective: 'chat e2e p50 < 1ms', met: false }]);
    // The load is still that which was sent.
    expect(report.load?.arrivalRate.offered).toBe(20);
  });
});

test('load: two segments give one report, and their merged recordings give the same', async () => {
  const recording = join(folder, 'part.rec');
  const live = join(folder, 'parts live');
  const segmented = ['--segments', '2', '--judge', 'after', '--duration', '3s'];
  const run = await assay(['load', ...segmented, '--record', recording, '--out', live]);
  expect(run.stdout).toMatch(/^ PASS {2}load of /);
  const out = join(folder, 'parts merged');
  const parts = [join(folder, 'part-1.rec'), join(folder, 'part-2.rec')];
  expect((await assay(['judge', ...parts, '--out', out])).code).toBe(0);
  expect(judgedPart(await reportIn(out))).toEqual(judgedPart(await reportIn(live)));
});
