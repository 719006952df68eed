import { expect } from 'vitest';
import type { Rule } from '../../src/conformance/rule.ts';
import { judgeReference, type ReferenceRun } from './judge-reference.ts';

/** Few requests show most faults. On a busy machine a DELETE arrives when a short job has ended. */
const TRIES: readonly ReferenceRun[] = [
  { effort: 'modest' },
  {},
  { videoMs: 1500 },
  { videoMs: 4000 },
];

/** The rule finds the fault that proves it in what its own probe gathers. */
export async function findsItsFault(
  rule: Rule,
  more: Pick<ReferenceRun, 'shared'> = {},
): Promise<void> {
  let reasons: readonly string[] = [];
  for (const run of TRIES) {
    const faults = [rule.provenBy];
    const [outcome] = await judgeReference([rule], { ...run, ...more, faults, trustsTimes: true });
    if ((outcome?.tally.findings ?? 0) > 0) return;
    reasons = [...(outcome?.tally.reasons ?? [])];
  }
  expect.fail(`${rule.id} does not find ${rule.provenBy}. ${reasons.join('; ')}`);
}
