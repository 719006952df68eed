import { expect, test } from 'vitest';
import { folderOfTest, reportIn } from '../support/test-folder.ts';
import { assayRelay } from '../system/support/reference-relay.ts';

test('overhead: --large-bodies measures a step with large prompts after the first one', async () => {
  const out = await folderOfTest('large-bodies');
  const short = ['--duration', '5s', '--blocks', '5'];
  const run = await assayRelay(['overhead', ...short, '--large-bodies', '--out', out]);
  expect(run.code, run.stderr).toBe(0);
  const [first, large, ...others] = (await reportIn(out)).overhead?.steps ?? [];
  expect(first).toMatchObject({ outcome: 'measured', failed: { floor: 0, through: 0 } });
  expect(first).not.toHaveProperty('promptWords');
  expect(large).toMatchObject({ promptWords: 15_000, outcome: 'measured', failed: { through: 0 } });
  expect(others).toEqual([]);
});
