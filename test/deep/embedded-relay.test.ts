import { expect, test } from 'vitest';
import { folderOfTest, reportIn } from '../support/test-folder.ts';
import { assay } from '../system/support/run-assay.ts';

test('gate with an upstream: the embedded relay passes when the probes send all that they can', async () => {
  const out = await folderOfTest('embedded-relay');
  const args = ['gate', '--upstream', '127.0.0.1:0', '--duration', '4s', '--seed', '1'];
  const { code, stdout, stderr } = await assay([...args, '--thorough', '--out', out]);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  const { conformant, reasons } = await reportIn(out);
  expect({ conformant, reasons }).toEqual({ conformant: true, reasons: ['All checks passed.'] });
}, 240_000);
