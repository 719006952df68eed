import { expect, test } from 'vitest';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

test('load --budget: a gateway that executes retries again ends the load when the budget is spent', async (context) => {
  const folder = await folderOfTest('budget', context);
  const { address, keys } = await startReference({ faults: ['idem-no-replay'] }, context);
  const load = ['load', '--target', address, '--scenario', 'idempotent-retry', '--out', folder];
  // About 124 calls are planned, and each retry is executed again. A busy machine counts them late.
  const pace = ['--arrival-rate', '5/s', '--duration', '24s', '--budget', '130'];
  const run = await assay([...load, ...pace, '--quiet'], {
    env: { ASSAY_API_KEY: keys.first },
  });
  const { partial, reasons, spending } = await reportIn(folder);
  expect(run.code, run.stdout).toBe(1);
  expect(partial).toBe(true);
  expect(reasons).toContain(
    'Budget of 130 calls spent: the load was stopped before its end. Raise --budget, or shorten the load.',
  );
  expect(spending).toMatchObject({ unit: 'calls', limit: 130 });
  expect(spending?.spent).toBeGreaterThanOrEqual(130);
  expect(spending?.spent).toBeLessThan(220);
});
