import { expect } from 'vitest';
import type { Rule } from '../../src/conformance/rule.ts';
import { defined } from '../../src/input/defined.ts';
import { judgeReference, type ReferenceRun } from './judge-reference.ts';

const LONG_JOB_MS = 4000;

/** The rule finds the fault that proves it in what its own probe gathers. */
export async function findsItsFault(
  rule: Rule,
  { shared }: Pick<ReferenceRun, 'shared'> = {},
): Promise<void> {
  const run = { faults: [rule.provenBy], trustsTimes: true, ...defined({ shared }) };
  let [outcome] = await judgeReference([rule], run);
  if (outcome?.tally.findings === 0) {
    // On a busy machine a DELETE arrives when the job has ended.
    [outcome] = await judgeReference([rule], { ...run, videoMs: LONG_JOB_MS });
  }
  const reasons = [...(outcome?.tally.reasons ?? [])].join('; ');
  expect(outcome?.tally.findings, reasons).toBeGreaterThan(0);
}
