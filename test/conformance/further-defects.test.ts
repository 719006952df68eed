import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { judgeReference } from '../support/judge-reference.ts';
import { FURTHER_DEFECTS } from './further-defects.ts';

/** A run waits for video jobs, also on a busy machine. */
const PATIENCE_MS = 180_000;

test.concurrent.each(Object.entries(FURTHER_DEFECTS))(
  'further defects: %s is found where it is',
  { timeout: PATIENCE_MS },
  async (fault, found) => {
    const rules = CATALOGUE.map(({ rule }) => rule).filter(({ id }) => Object.hasOwn(found, id));
    const outcomes = await judgeReference(rules, { faults: [fault] });
    const clean = await judgeReference(rules);
    expect(clean.flatMap(({ rule, tally }) => (tally.findings > 0 ? [rule.id] : []))).toEqual([]);
    for (const outcome of outcomes) {
      expect(placesOf(outcome), outcome.rule.id).toEqual(
        expect.arrayContaining([...(found[outcome.rule.id] ?? [])]),
      );
    }
  },
);

/** The labels, without the number of a round, the places and the operations of its findings. */
function placesOf({ tally }: RuleOutcome): readonly string[] {
  const places = [...tally.byOperation].flatMap(([operation, { examples }]) => [
    operation,
    ...examples.flatMap(({ label, finding: { where } }) => [
      ...(label === undefined ? [] : [label.replace(/, round \d+$/, '')]),
      ...(where === undefined ? [] : [where]),
    ]),
  ]);
  return [...new Set(places)];
}
