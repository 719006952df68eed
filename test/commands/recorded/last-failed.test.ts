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

const OLDER = 'reports/runs/2026-11-27-100000-gate';
const NEWEST = 'reports/runs/2026-11-27-100001-gate';

async function folderWith(runs: Readonly<Record<string, RunReport | string>>): Promise<string> {
  const cwd = await folderOfTest('last-failed');
  for (const [run, report] of Object.entries(runs)) {
    await mkdir(join(cwd, run), { recursive: true });
    const text = typeof report === 'string' ? report : json.render(report);
    await writeFile(join(cwd, run, 'report.json'), text);
  }
  return cwd;
}

const FAILED = failingGate().rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

test.each(['conform', 'gate'])(
  'assay %s --last-failed: only the rules that failed in the newest run are checked',
  async (command) => {
    const cwd = await folderWith({ [OLDER]: passingGate(), [NEWEST]: failingGate() });
    const run = await assay([command, '--last-failed', '--dry-run'], { cwd });
    const count = `${FAILED.length} required rules failed in ${NEWEST}: only these are checked.\n`;
    expect(FAILED.length).toBeGreaterThan(1);
    expect(run.stderr).toBe(count);
    expect(run.stdout).toMatch(new RegExp(`sent\\. ${FAILED.length} rules with \\d+ probe`));
    expect(run.code).toBe(0);
  },
);

test('assay conform --last-failed: the line that repeats it names the rules', () => {
  const settings = { target: 'embedded', profile: 'default', seed: 1, rules: ['rule-a', 'rule-b'] };
  expect(reproLine(['conform', '--last-failed', '--quiet'], settings, NO_ACCESS)).toBe(
    'npx assay conform --rule rule-a --rule rule-b --quiet --target embedded --profile default --seed 1',
  );
});

test('assay conform --last-failed: other selections and --quiet apply', async () => {
  const rules = failingGate().rules.filter(({ id }) => id === 'chat-created-integer');
  const cwd = await folderWith({ [NEWEST]: { ...failingGate(), rules } });
  const words = 'conform --last-failed --quiet --out out --format json --area chat';
  const run = await assay(words, { cwd });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('1 required passed');
});

test.each([
  ['there is no run', {}, /^No earlier run in reports\/runs has report\.json\. Name the folder/],
  [
    'no rule failed in it',
    { [OLDER]: failingGate(), [NEWEST]: passingGate() },
    /^No required rule failed in the newest run, reports\/runs\/2026-11-27-100001-gate: nothing can/,
  ],
  [
    'the rules that failed are gone',
    {
      [NEWEST]: {
        ...failingGate(),
        rules: failingGate().rules.map((rule) => ({ ...rule, id: 'gone' })),
      },
    },
    /^No required rule failed in the newest run/,
  ],
  ['its report is broken', { [NEWEST]: '{' }, /^File is not valid JSON: .* Remove --last-failed/],
])('assay gate --last-failed: %s, and nothing is sent', async (_, runs, message) => {
  await expectRefused('gate --last-failed', message, { cwd: await folderWith(runs) });
});

test('assay gate --last-failed: it is not combined with --rule', async () => {
  const words = 'gate --last-failed --rule chat-created-integer';
  await expectRefused(
    words,
    /^--last-failed and --rule cannot be combined|--rule and --last-failed/,
  );
});
