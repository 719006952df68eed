import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { assay } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const cwd = await testFolder('dry-run');

beforeAll(async () => {
  await writeFile(join(cwd, 'relative.yaml'), 'slo: [chat ttft p95 <= 110% of baseline]\n');
});

test.each([
  ['a report that is missing', ['--against', 'none.json'], /^Cannot read none\.json \(ENOENT\)/],
  ['an effect without a report', ['--min-effect', '5%'], /^--min-effect needs --against\./],
  ['a relative objective', ['--config', 'relative.yaml'], /^Objective is relative to a baseline/],
  ['a baseline that is missing', ['--baseline', 'none.yaml'], /^Cannot read none\.yaml\./],
  ['an update of nothing', ['--update-baseline'], /^--update-baseline needs --baseline FILE/],
  ['a reason for nothing', ['--reason', 'ticket 12'], /^--reason needs --update-baseline/],
  ['an unknown rule set', ['--rule-set', '2020'], /^Unknown rule set: 2020\./],
])('assay gate --dry-run: %s is refused as in the run', async (_, args, message) => {
  const env = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };
  const dry = await assay(['gate', '--dry-run', ...args], { cwd, env });
  expect(dry.stderr).toMatch(message);
  expect(dry).toMatchObject({ code: 3, stdout: '' });
  expect(dry.stderr).toBe((await assay(['gate', ...args], { cwd, env })).stderr);
});
