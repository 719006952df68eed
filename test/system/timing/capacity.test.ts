import { expect, test } from 'vitest';
import { startReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('knee');

test('capacity: that of 8 slots at 100 ms is found to be 80/s within 3 %', async () => {
  const { address, env } = await startReference({ slots: 8, serviceTimeMs: 100 });
  const search = ['capacity', '--target', address, '--operation', 'chat', '--out', folder];
  const flags = [
    '--arrivals',
    'constant',
    '--start-rate',
    '64/s',
    '--step-duration',
    '2s',
    '--time-limit',
    // Five steps, of which the second shows the capacity, and more where a busy machine disturbs one.
    '60s',
    '--plan-for',
    '1000/s',
  ];
  const run = await assay([...search, ...flags], { env });
  const { code, stdout } = run;
  const report = await reportIn(folder);
  expect(code, stdout).toBe(0);
  const { capacity } = report;
  expect(capacity?.limitedBy).toBe('gateway');
  expect(Math.abs((capacity?.knee?.arrivalRate ?? Number.NaN) / 80 - 1)).toBeLessThan(0.03);
  const { low = Number.NaN, high = Number.NaN } = capacity?.knee?.confidence ?? {};
  expect(low).toBeLessThan(80.4);
  expect(high).toBeGreaterThan(79.6);
  expect(Math.abs((capacity?.saturated?.throughput ?? Number.NaN) / 80 - 1)).toBeLessThan(0.03);
  expect(capacity?.plan?.gateways).toBeGreaterThanOrEqual(17);
  expect(stdout).toContain('Maximum sustainable rate (knee): ');
  expect(report.rules.some(({ load }) => (load?.judged ?? 0) > 0)).toBe(true);
});
