import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('judge');

/** What two reports of the same exchanges have in common. */
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

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
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

  test('judge: a recording that was cut is read up to the cut, and the report is partial', async () => {
    const recording = join(folder, 'cut.rec');
    await assay(['load', '--duration', '2s', '--record', recording, '--json'], { cwd: folder });
    const whole = RunReportSchema.parse(
      JSON.parse((await assay(['judge', recording, '--json'], { cwd: folder })).stdout),
    );
    expect(whole.exitCode).toBe(0);
    await truncate(recording, Math.floor((await sizeOf(recording)) / 2));
    const judged = await assay(['judge', recording, '--json'], { cwd: folder });
    const report = RunReportSchema.parse(JSON.parse(judged.stdout));
    expect(judged.code).toBe(2);
    expect(report).toMatchObject({ partial: true, outcome: 'inconclusive' });
    expect(report.reasons[0]).toMatch(
      /^Recording is incomplete: .*cut\.rec, it ends inside frame \d+\. It was judged up to that point\.$/,
    );
    expect(report.load?.exchanges).toBeGreaterThan(0);
    expect(report.load?.exchanges).toBeLessThan(whole.load?.exchanges ?? 0);
  });
});

describe('load by segments', () => {
  test('load: two segments give one report, and their merged recordings give the same', async () => {
    const recording = join(folder, 'part.rec');
    const live = join(folder, 'parts live');
    const segmented = ['--segments', '2', '--judge', 'after', '--duration', '3s'];
    const run = await assay(['load', ...segmented, '--record', recording, '--out', live]);
    expect(run.stdout).toMatch(/^✓ pass/);
    const out = join(folder, 'parts merged');
    const parts = [join(folder, 'part-1.rec'), join(folder, 'part-2.rec')];
    expect((await assay(['judge', ...parts, '--out', out])).code).toBe(0);
    expect(judgedPart(await reportIn(out))).toEqual(judgedPart(await reportIn(live)));
  });

  test('judge: one of two segments is inconclusive and says which is missing', async () => {
    const { code, report } = await judgedAlone(join(folder, 'part-2.rec'), [
      'all throughput > 1000/s',
      'all errors <= 0%',
    ]);
    expect(code).toBe(2);
    expect(report).toMatchObject({ partial: true, outcome: 'inconclusive' });
    expect(report.reasons).toEqual([
      'Segment 1 of 2 is missing. Add its recording: its requests are not in this report.',
      'Objective could not be judged: all throughput > 1000/s (part of the load is missing).',
    ]);
    expect(report.slo.map(({ met }) => met)).toEqual([null, true]);
  });

  test('judge: a copy and the recording of another run are refused with both names', async () => {
    const part = join(folder, 'part-1.rec');
    const copy = join(folder, 'copy.rec');
    await copyFile(part, copy);
    const copied = await assay(['judge', part, copy, join(folder, 'part-2.rec')]);
    expect(copied.stderr).toBe(
      `The same recording was given twice: ${part}, ${copy}. Give it once.\n`,
    );
    expect(copied.code).toBe(3);
    const other = join(folder, 'other.rec');
    const load = ['load', '--scenario', 'chat', '--duration', '1s', '--seed', '7', '--quiet'];
    await assay([...load, '--record', other, '--json'], { cwd: folder });
    const mixed = await assay(['judge', part, other]);
    expect(mixed.stderr).toBe(
      `Recordings are of different runs: ${part}, ${other}. Their target, workload or profile differs. Judge each run separately.\n`,
    );
    expect(mixed.code).toBe(3);
  });
});

/** A recording judged by these objectives. */
async function judgedAlone(recording: string, slo: readonly string[]) {
  const config = join(folder, 'objectives.yaml');
  await writeFile(config, JSON.stringify({ slo }));
  const args = ['judge', recording, '--config', config, '--json'];
  const { code, stdout } = await assay(args, { cwd: folder });
  return { code, report: RunReportSchema.parse(JSON.parse(stdout)) };
}
