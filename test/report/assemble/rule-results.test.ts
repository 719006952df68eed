import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { RuleJudge } from '../../../src/conformance/judge.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { chatFinishReason } from '../../../src/conformance/rules/chat/answers.ts';
import { chatUnknownField } from '../../../src/conformance/rules/chat/prompts.ts';
import { errorsBadJson } from '../../../src/conformance/rules/errors/requests.ts';
import {
  type FrozenLevels,
  findingRecord,
  ruleResults,
} from '../../../src/report/assemble/rule-results.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import { completion } from '../../conformance/rules/chat/completions.ts';
import { answer } from '../../conformance/rules/exchanges.ts';

const CHAT = CATALOGUE.filter(({ rule }) => rule.id === 'chat-choices-shape');
const PROFILE = resolveProfile(
  defaultProfile,
  CHAT.map(({ rule }) => rule),
);
const NONE_NEWER: FrozenLevels = { newer: new Set() };

/** The result of one rule after its judge was used. */
function resultOf(use: (judge: RuleJudge) => void, frozen = NONE_NEWER, entries = CHAT) {
  const conformance = CHAT.map(({ rule }) => {
    const judge = new RuleJudge(rule, PROFILE.expect);
    use(judge);
    return { rule, tally: judge.tally };
  });
  return ruleResults(entries, PROFILE, { conformance, commands: {}, ...frozen })[0];
}

function addFinding(judge: RuleJudge): void {
  judge.addFinding({ expected: 'one', actual: 'none' }, answer({}));
}

/** The result for these answers to its probe. */
function judged(...pieces: readonly Parameters<RuleJudge['judgeOwn']>[0][]) {
  return resultOf((judge) => {
    for (const piece of pieces) judge.judgeOwn(piece);
  });
}

function unverified(causes: readonly string[], lost = 0) {
  return resultOf(({ tally }) => {
    tally.unverified = 2;
    tally.lost = lost;
    for (const cause of causes) tally.causes.set(cause, (tally.causes.get(cause) ?? 0) + 1);
  });
}

test.each<[string, FrozenLevels, Partial<RuleResult>]>([
  ['in the set fails', NONE_NEWER, { level: 'must', verdict: 'fail' }],
  [
    'that is newer is noted',
    { newer: new Set(['chat-choices-shape']) },
    { level: 'may', verdict: 'note' },
  ],
  [
    'with another level in the set has that one',
    { ...NONE_NEWER, levels: { 'chat-choices-shape': 'should' } },
    { level: 'should', verdict: 'warn' },
  ],
])('rule set: a finding of a rule %s', (_, frozen, result) => {
  expect(resultOf(addFinding, frozen)).toMatchObject(result);
});

test('findings: they are counted by operation', () => {
  expect(resultOf(addFinding)?.conformance?.operations).toEqual({ chat: 1 });
});

test('clients: a rule with findings has what official clients do, a rule without has not', () => {
  const names = resultOf(addFinding)?.clients?.map(({ client }) => client);
  expect(names).toEqual(['openai-node', 'openai-python', 'AI SDK']);
  expect(judged(answer(completion()))?.clients).toBeUndefined();
});

test('clients: a custom rule has none, even with the id of a measured rule', () => {
  const custom = CHAT.map((entry) => ({ ...entry, custom: { file: 'own.ts' } }));
  expect(resultOf(addFinding, NONE_NEWER, custom)?.clients).toBeUndefined();
});

test('causes: a rule that other findings leave unverified names them', () => {
  expect(unverified(['chat-accepted', 'chat-accepted'])?.blockedBy).toEqual(['chat-accepted']);
  expect(unverified(['chat-accepted'], 1)?.blockedBy).toEqual(['chat-accepted']);
});

test('causes: a rule that other findings leave unverified in part names none', () => {
  expect(unverified(['chat-accepted'])?.blockedBy).toBeUndefined();
  expect(unverified([])?.verdict).toBe('could-not-verify');
});

test.each(['its own probe', 'the probe of another rule'])(
  'reproduction: a finding in the evidence of %s is repeated with it',
  (which) => {
    const entries = CATALOGUE.filter(({ rule }) =>
      /^(chat-choices-shape|auth-missing-401)$/.test(rule.id),
    );
    const shape = CHAT.map(({ rule }) => rule);
    const owners = which === 'its own probe' ? shape : entries.map(({ rule }) => rule).slice(0, 1);
    const outcomes = shape.map((rule) => {
      const judge = new RuleJudge(rule, PROFILE.expect);
      const sender = owners[0]?.probe.name ?? '';
      judge.addFinding({ expected: 'one', actual: 'none' }, { ...answer({}), sender });
      return { rule, tally: judge.tally };
    });
    const results = ruleResults(entries, PROFILE, {
      conformance: outcomes,
      newer: new Set(),
      commands: { conform: 'assay conform --seed 1' },
    });
    const rules = new Set(['chat-choices-shape', ...owners.map(({ id }) => id)]);
    const command = ['assay conform --seed 1', ...[...rules].map((id) => `--rule ${id}`)].join(' ');
    expect(results[0]?.conformance?.examples[0]?.reproduce?.assay).toBe(
      rules.size === 1 ? command : `# also runs the probe in which it was seen\n${command}`,
    );
  },
);

test('evidence: a rule whose probe got none could not be verified', () => {
  expect(judged()).toMatchObject({
    verdict: 'could-not-verify',
    reason: 'its probe produced no evidence',
  });
});

test('evidence: a rule whose evidence was lost in part could not be verified', () => {
  const lost = answer('', { outcome: 'reset', unanswered: true });
  expect(judged(answer(completion()), lost)).toMatchObject({
    verdict: 'could-not-verify',
    reason: expect.stringContaining('lost 1 of 2 pieces of evidence: '),
    conformance: { judged: 1, unverified: 1, lost: 1 },
  });
});

test('evidence: a rule that passes on part of its evidence says which part is missing', () => {
  expect(judged(answer(completion()), answer({}, { status: 404 }))).toMatchObject({
    verdict: 'pass',
    remark: expect.stringContaining('could not judge 1 of 2 pieces of evidence: '),
  });
});

test('evidence: a rule that passes on all of its evidence has no remark', () => {
  expect(judged(answer(completion()))?.remark).toBeUndefined();
});

test('evidence: a finding beside lost evidence is a failure', () => {
  const lost = answer('', { outcome: 'reset', unanswered: true });
  const bad = answer(completion({ choices: [{ index: 'one' }] }));
  expect(judged(bad, lost)).toMatchObject({ verdict: 'fail' });
});

test.each([
  ['a few of thousands', 5, 5000, 'pass'],
  ['more than one in a hundred', 56, 44, 'could-not-verify'],
  ['all', 3, 0, 'could-not-verify'],
])(
  'findings under load that were set aside: %s decide the verdict',
  (_, setAside, count, verdict) => {
    const [entry] = CHAT;
    if (entry === undefined) throw new Error('chat-choices-shape is missing in the catalogue');
    const judge = new RuleJudge(entry.rule, PROFILE.expect);
    Object.assign(judge.tally, { setAside, judged: count, unverified: setAside });
    const evidence = { load: [judge], newer: new Set<string>(), commands: {} };
    const [result] = ruleResults(CHAT, PROFILE, evidence);
    expect(result).toMatchObject({ verdict, load: { setAside, judged: count } });
    const all = new RegExp(`^set aside ${setAside} of [\\d ]+ pieces of evidence`);
    expect(verdict === 'pass' ? result?.remark : result?.reason).toMatch(all);
  },
);

test('findings: a value nested too deep is not shown, and is still a finding', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  const result = resultOf((judge) => {
    judge.addFinding({ expected: 'one', actual: deep }, answer({}));
  });
  expect(result).toMatchObject({
    verdict: 'fail',
    conformance: { examples: [{ actual: 'a value nested too deep to show' }] },
  });
});

test('evidence: an answer that is nested too deep to be read could not be verified', () => {
  const rule: Rule = {
    ...chatFinishReason,
    judge() {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const judge = new RuleJudge(rule, PROFILE.expect);
  judge.judgeOwn(answer(completion()));
  expect(judge.tally).toMatchObject({ judged: 0, unverified: 1 });
});

test.each([
  [errorsBadJson, 'an empty body', 'responses, an empty body'],
  [errorsBadJson, 'responses, an empty body', 'responses, an empty body'],
  [chatUnknownField, 'an unknown field', 'an unknown field'],
])('findings: the label names the operation where the rule has several', (rule, label, shown) => {
  const exchange = answer({}, { operation: 'responses' });
  const example = { finding: { expected: '4xx', actual: 200 }, exchange, label };
  expect(findingRecord(rule, example, undefined).label).toBe(shown);
});
