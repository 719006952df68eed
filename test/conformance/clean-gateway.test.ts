import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { Coverage, claimedCells, gapOf, readGaps } from '../support/coverage.ts';
import { inWords } from '../support/in-words.ts';
import { judgeReference } from '../support/judge-reference.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const PATIENCE_MS = 180_000;

describe('clean gateway', () => {
  const coverage = new Coverage();
  let outcomes: readonly RuleOutcome[] = [];

  beforeAll(async () => {
    outcomes = await judgeReference(RULES.map((rule) => coverage.counting(rule)));
  }, PATIENCE_MS);

  test('clean gateway: it passes every rule, and none is unverified or lost evidence', () => {
    expect(outcomes.filter(({ tally }) => tally.judged === 0).map(inWords)).toEqual([]);
    expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    expect(outcomes.filter(({ tally }) => tally.lost > 0).map(inWords)).toEqual([]);
    expect(outcomes).toHaveLength(RULES.length);
  });

  test('coverage: every rule judges something wherever it claims to apply, or it is said why not', () => {
    const gaps = readGaps();
    const empty = RULES.flatMap((rule) =>
      claimedCells(rule)
        .filter(([operation, form]) => coverage.of(rule, operation, form) === 0)
        .filter((cell) => gapOf(gaps, rule, cell) === undefined)
        .map((cell) => [rule.id, ...cell].join(' ')),
    );
    expect(empty).toEqual([]);
  });

  test('coverage: every gap that is explained is one', () => {
    const gaps = readGaps();
    const used = new Set(
      RULES.flatMap((rule) =>
        claimedCells(rule)
          .filter(([operation, form]) => coverage.of(rule, operation, form) === 0)
          .flatMap(([operation, form]) => [
            `${rule.id} ${operation} ${form}`,
            `${rule.id} * ${form}`,
            `${rule.id} ${operation} *`,
          ]),
      ),
    );
    expect([...gaps.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
