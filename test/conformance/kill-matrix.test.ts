import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/rules.ts';
import { inWords } from './in-words.ts';
import { judgeReference } from './judge-reference.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

/** Long enough for a probe that waits for jobs, races or 25 MiB on a busy machine. */
const PATIENCE_MS = 60_000;

test('kill matrix: the clean gateway passes every rule, and none is unverified', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
  const outcomes = await judgeReference(RULES);
  expect(outcomes.filter(({ tally }) => tally.judged === 0).map(inWords)).toEqual([]);
  expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
});

describe.concurrent('kill matrix', () => {
  test.each(RULES.map((rule) => [rule.provenBy, rule.id, rule] as const))(
    '%s: %s finds it',
    { timeout: PATIENCE_MS },
    async (fault, _, rule) => {
      const [outcome] = await judgeReference([rule], { faults: [fault] });
      expect(
        outcome?.tally.findings,
        [...(outcome?.tally.reasons ?? [])].join('; '),
      ).toBeGreaterThan(0);
    },
  );
});
