import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import { readCascades } from '../support/fault-cascades.ts';
import { judgeReference } from '../support/judge-reference.ts';
import { findingsOn, type TapedRule, taped } from '../support/taped-rule.ts';
import { JudgeCode } from './judge-mutants/judge-code.ts';
import { passes } from './judge-mutants/survivors.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const code = await JudgeCode.read();

/** Long enough for a probe that waits for jobs, races or 25 MiB on a busy machine. */
const PATIENCE_MS = 60_000;

const NAME = '%s: %s finds it, and a mutant of its judge finds less';

/** Rules over times and moments: beside five other gateways in this process they set evidence aside. */
const [timed, untimed] = [true, false].map((wanted) =>
  RULES.filter(({ measuresTime, probe }) => (measuresTime ?? probe.alone ?? false) === wanted).map(
    (rule) => [rule.provenBy, rule.id, rule] as const,
  ),
);

describe.concurrent('kill matrix', () => {
  test.each(untimed ?? [])(NAME, { timeout: PATIENCE_MS }, (_fault, _id, rule) => isKilled(rule));
});

describe('kill matrix: timing rules', () => {
  test.each(timed ?? [])(NAME, { timeout: PATIENCE_MS, retry: 2 }, (_fault, _id, rule) =>
    isKilled(rule),
  );
});

async function isKilled(rule: Rule): Promise<void> {
  const tape = taped(rule);
  const [outcome] = await judgeReference([tape.rule], { faults: [rule.provenBy] });
  const reasons = [...(outcome?.tally.reasons ?? [])].join('; ');
  expect(outcome?.tally.findings, reasons).toBeGreaterThan(0);
  const found = findingsOn(tape.pieces, rule);
  expect(found, 'findings in the recording').toBeGreaterThan(0);
  expect(await findsLess(tape, rule, found), 'a mutant finds less in the recording').toBe(true);
}

/** Whether a change to the code of a judge costs it findings in a recording. */
async function findsLess({ pieces }: TapedRule, rule: Rule, found: number): Promise<boolean> {
  const hasLess = (mutant: Rule) => expect(findingsOn(pieces, mutant)).toBeLessThan(found);
  for (const file of code.files.filter(({ rules }) => rules.includes(rule))) {
    for await (const { rules } of code.mutantsOf({ ...file, rules: [rule] })) {
      if (rules.every((mutant) => passes(mutant, hasLess))) return true;
    }
  }
  return false;
}

describe('kill matrix', () => {
  const proofs = RULES.map(({ provenBy }) => provenBy);

  test('each fault of the reference gateway proves one rule', () => {
    const proving = [...FAULTS.values()].filter(
      ({ id, needsUpstream }) => !needsUpstream || proofs.includes(id),
    );
    expect(proofs.toSorted()).toEqual(proving.map(({ id }) => id).toSorted());
  });

  test('each fault has its cascade on record ("npm run kill-matrix -- --update" writes it)', () => {
    expect(Object.keys(readCascades())).toEqual(proofs.toSorted());
  });

  test('a cascade names other rules that exist, in order and once each', () => {
    const others = (fault: string) =>
      RULES.filter(({ provenBy }) => provenBy !== fault).map(({ id }) => id);
    for (const [fault, cascade] of Object.entries(readCascades())) {
      expect(cascade, fault).toEqual([...new Set(cascade)].toSorted());
      expect(others(fault), fault).toEqual(expect.arrayContaining([...cascade]));
    }
  });
});
