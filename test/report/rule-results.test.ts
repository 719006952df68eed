import { expect, test } from 'vitest';
import { Narrowing } from '../../src/conformance/evidence.ts';
import { RuleJudge } from '../../src/conformance/judge.ts';
import { defaultProfile } from '../../src/conformance/profiles/default.ts';
import { readContract } from '../../src/conformance/reading.ts';
import { CATALOGUE } from '../../src/conformance/rules.ts';
import { ruleResults } from '../../src/report/rule-results.ts';
import { answer } from '../conformance/rules/exchanges.ts';

const CHAT = CATALOGUE.filter(({ rule }) => rule.id === 'chat-choices-shape');
const READING = readContract(
  defaultProfile,
  CHAT.map(({ rule }) => rule),
);

function resultOf(newer: readonly string[]) {
  const outcomes = CHAT.map(({ rule }) => {
    const judge = new RuleJudge(rule, READING.expect, new Narrowing());
    judge.find({ expected: 'one', actual: 'none' }, answer({}));
    return { rule, tally: judge.tally };
  });
  const evidence = { conformance: outcomes, sources: new Map(), newer: new Set(newer) };
  return ruleResults(CHAT, READING, evidence)[0];
}

test('rule set: a finding of a rule of the set fails', () => {
  expect(resultOf([])).toMatchObject({ level: 'must', verdict: 'fail' });
});

test('rule set: a finding of a rule that is newer is noted', () => {
  expect(resultOf(['chat-choices-shape'])).toMatchObject({ level: 'may', verdict: 'note' });
});

test('findings: they are counted by operation', () => {
  expect(resultOf([])?.conformance?.operations).toEqual({ chat: 1 });
});
