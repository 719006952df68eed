import { expect, test } from 'vitest';
import { EVERY_RULE } from '../../src/conformance/catalogue.ts';
import { findRuleSet, RULE_SETS } from '../../src/conformance/find-rule-set.ts';

test('rule sets: each has only rules that exist', () => {
  const ids = EVERY_RULE.map(({ rule }) => rule.id);
  for (const { rules } of RULE_SETS) expect(ids).toEqual(expect.arrayContaining([...rules]));
});

test('rule sets: each is numbered by year and month, and lists a rule once', () => {
  expect(RULE_SETS.map(({ number }) => number)).toContain('2026.11');
  for (const { number, rules } of RULE_SETS) {
    expect(number).toMatch(/^\d{4}\.\d{2}$/);
    expect(rules).toEqual([...new Set(rules)]);
  }
});

test('rule sets: an unknown number is an error that names the nearest', () => {
  expect(() => findRuleSet('2026.22')).toThrow(
    'Unknown rule set: 2026.22. Did you mean 2026.12? Known: 2026.11, 2026.12.',
  );
});

test('rule sets: a level of an earlier set is another than now, or that of a claim that moved', () => {
  const now = new Map(EVERY_RULE.map(({ rule }) => [rule.id, rule.level]));
  for (const { levels = {}, rules } of RULE_SETS) {
    for (const [id, level] of Object.entries(levels)) {
      expect(now.has(id), id).toBe(true);
      expect(now.get(id) !== level || !rules.includes(id), id).toBe(true);
    }
  }
});

test('rule sets: the newest has every rule, so that its findings count', () => {
  const { rules } = findRuleSet();
  expect(EVERY_RULE.map(({ rule }) => rule.id).filter((id) => !rules.includes(id))).toEqual([]);
});

test('rule sets: the newest has no level of its own', () => {
  expect(findRuleSet().levels).toBeUndefined();
});
