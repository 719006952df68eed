import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { assay } from '../system/support/run-assay.ts';

test('gate with an upstream: the embedded relay passes when the probes send all that they can', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-embedded-relay-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const args = ['gate', '--upstream', '127.0.0.1:0', '--duration', '4s', '--seed', '1'];
  const { code, stdout, stderr } = await assay([...args, '--thorough', '--out', out]);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  const text = await readFile(join(out, 'report.json'), 'utf8');
  const { conformant, reasons } = RunReportSchema.parse(JSON.parse(text));
  expect({ conformant, reasons }).toEqual({ conformant: true, reasons: ['All checks passed.'] });
}, 240_000);
