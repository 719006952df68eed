import { expect } from 'vitest';
import type { Rule } from '../../../src/conformance/rule.ts';
import { defined } from '../../../src/input/defined.ts';
import { judgeReference, type ReferenceRun } from '../../support/judge-reference.ts';
import { findingsOn, type TapedRule, taped } from '../../support/taped-rule.ts';
import type { JudgeCode } from './judge-code.ts';
import { passes } from './survivors.ts';

const LONG_JOB_MS = 4000;

/** The fault that proves a rule is found, and a mutant of its judge finds less of it. */
export async function isKilled(
  code: JudgeCode,
  rule: Rule,
  { shared }: Pick<ReferenceRun, 'shared'> = {},
): Promise<void> {
  const tape = taped(rule);
  const run = { faults: [rule.provenBy], trustsTimes: true, ...defined({ shared }) };
  let [outcome] = await judgeReference([tape.rule], run);
  if (outcome?.tally.findings === 0) {
    // On a busy machine a DELETE arrives when the job has ended.
    [outcome] = await judgeReference([tape.rule], { ...run, videoMs: LONG_JOB_MS });
  }
  const reasons = [...(outcome?.tally.reasons ?? [])].join('; ');
  expect(outcome?.tally.findings, reasons).toBeGreaterThan(0);
  const found = findingsOn(tape.pieces, rule);
  expect(found, 'findings in the recording').toBeGreaterThan(0);
  expect(await findsLess(code, tape, rule, found), 'a mutant finds less in the recording').toBe(
    true,
  );
}

/** Whether a change to the code of a judge costs it findings in a recording. */
async function findsLess(
  code: JudgeCode,
  { pieces }: TapedRule,
  rule: Rule,
  found: number,
): Promise<boolean> {
  const hasLess = (mutant: Rule) => expect(findingsOn(pieces, mutant)).toBeLessThan(found);
  for (const file of code.files.filter(({ rules }) => rules.includes(rule))) {
    for await (const { rules } of code.mutantsOf({ ...file, rules: [rule] })) {
      if (rules.every((mutant) => passes(mutant, hasLess))) return true;
    }
  }
  return false;
}
