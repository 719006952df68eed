import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reproLine } from '../../../src/commands/run/repro-line.ts';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { json } from '../../../src/report/formats/json.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { failingGate, passingGate } from '../../report/sample-report.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const SETTINGS = { target: 'embedded', profile: 'reference', workload: { seed: 7 } };

/** A gate of the bundled gateway with default settings, that passed. */
function green(change: Partial<RunReport> = {}): RunReport {
  return { ...passingGate(), settings: SETTINGS, label: 'v1', ...change };
}

/** The runs of these hours, a report each. */
async function folderWith(runs: Readonly<Record<string, RunReport | string>>): Promise<string> {
  const cwd = await folderOfTest('last-green');
  for (const [hour, report] of Object.entries(runs)) {
    const folder = join(cwd, `reports/runs/2026-11-27-${hour}0000-gate`);
    await mkdir(folder, { recursive: true });
    const text = typeof report === 'string' ? report : json.render(report);
    await writeFile(join(folder, 'report.json'), text);
  }
  return cwd;
}

const FOUND = 'reports/runs/2026-11-27-100000-gate/report.json';

test('--against last-green: the newest comparable run that passed is named, and newer ones of another kind are not', async () => {
  const cwd = await folderWith({
    '09': green(),
    '10': green(),
    '11': { ...failingGate(), settings: SETTINGS },
    '12': green({ settings: { ...SETTINGS, target: 'http://127.0.0.1:8080/v1' } }),
    '13': green({ settings: { ...SETTINGS, workload: { arrivalRate: '5/s' } } }),
    '14': green({ command: 'load' }),
    '15': green({ load: undefined }),
    '16': '{',
  });
  const run = await assay('gate --against last-green --dry-run', { cwd });
  expect(run.stderr).toBe(`--against last-green: ${FOUND} (build v1, 2026-11-21 10:48 UTC).\n`);
  expect(run.code).toBe(0);
});

test('--against last-green: a relative objective has the figure of that run', async () => {
  const cwd = await folderWith({ '10': green() });
  const slo = 'chat ttft p95 <= 110% of baseline';
  const words = ['gate', '--against', 'last-green', '--slo', slo, '--dry-run', '--quiet'];
  expect(await assay(words, { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  [
    'there is no run',
    {},
    /"assay gate" that passed .* in 0 reports below reports\/runs\. Run once/,
  ],
  ['none passed', { '10': failingGate() }, /in 1 report below reports\/runs\. Run once without/],
  [
    'the workload of all is another',
    { '10': green({ settings: { ...SETTINGS, workload: { scenario: 'chat-stream' } } }) },
    /The newest that passed has scenario chat-stream instead of mixed \(reports\/runs\/2026/,
  ],
  [
    'the load generator could not keep up',
    { '10': withLateGenerator() },
    /in 1 report below reports\/runs\. Run once without --against, or name the report\.json/,
  ],
])('--against last-green: where %s, nothing is sent', async (_, runs, message) => {
  const cwd = await folderWith(runs);
  await expectRefused('gate --against last-green', message, { cwd });
});

function withLateGenerator(): RunReport {
  const { load } = green();
  return green(load && { load: { ...load, health: { ...load.health, healthy: false } } });
}

test.each([['--against', 'last-green'], ['--against=last-green']])(
  '--against last-green: the line that repeats the run names the report (%s)',
  (...words) => {
    const settings = { target: 'embedded', profile: 'default', seed: 1, against: FOUND };
    expect(reproLine(['load', ...words, '--label', 'last-green'], settings, NO_ACCESS)).toMatch(
      new RegExp(`^npx assay load --against[ =]${FOUND} --label last-green --target embedded`),
    );
  },
);
