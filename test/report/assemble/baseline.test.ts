import { expect, test } from 'vitest';
import {
  type AcceptedFinding,
  type AcceptedGap,
  NEW_ENTRY_REASON,
} from '../../../src/conformance/baseline.ts';
import { applyBaseline, type BaselineInUse } from '../../../src/report/assemble/apply-baseline.ts';
import {
  type BaselineUpdate,
  updatedBaseline,
} from '../../../src/report/assemble/update-baseline.ts';
import type { JudgedRecord, RuleResult } from '../../../src/report/schema/rules.ts';
import { judgedRecord as judged, baselineRule as result } from '../sample-rule.ts';

const ENTRY: AcceptedFinding = {
  rule: 'chat-usage-sum',
  operations: ['chat'],
  underLoad: [],
  reason: 'ticket 12',
  expires: '2026-12-31',
};
const GAP: AcceptedGap = { rule: 'chat-usage-sum', reason: 'no key', expires: '2026-12-31' };
const FOUND = { chat: 2 };
const UNVERIFIED = { verdict: 'could-not-verify', reason: 'no evidence' } as const;

function use(
  accepted: readonly AcceptedFinding[],
  unverified: readonly AcceptedGap[] = [],
  facts: Partial<BaselineInUse> = {},
): BaselineInUse {
  return {
    file: 'b.yaml',
    baseline: { accepted: [...accepted], unverified: [...unverified] },
    today: new Date('2026-11-21T12:00:00Z'),
    ...facts,
  };
}

test('baseline: a finding that is accepted is noted, with the reason and the date', () => {
  const { rules, section } = applyBaseline([result({ conformance: judged(FOUND) })], use([ENTRY]));
  expect(rules[0]).toMatchObject({
    verdict: 'note',
    level: 'must',
    accepted: { operations: ['chat'], reason: 'ticket 12', expires: '2026-12-31' },
  });
  expect(section).toEqual({ file: 'b.yaml', accepted: 1, expired: [], stale: [] });
});

test('baseline: one entry accepts findings in all its operations', () => {
  const both = result({ conformance: judged({ ...FOUND, responses: 1 }) });
  const { rules } = applyBaseline([both], use([{ ...ENTRY, operations: ['chat', 'responses'] }]));
  expect(rules[0]?.verdict).toBe('note');
});

test('baseline: a finding in another operation of the same rule fails', () => {
  const both = result({ conformance: judged({ ...FOUND, responses: 1 }) });
  const { rules } = applyBaseline([both], use([ENTRY]));
  expect(rules[0]).toMatchObject({ verdict: 'fail', accepted: { operations: ['chat'] } });
});

test('baseline: a finding under load in an operation that is not accepted fails', () => {
  const both = result({ conformance: judged(FOUND), load: judged({ responses: 1 }) });
  expect(applyBaseline([both], use([ENTRY])).rules[0]?.verdict).toBe('fail');
});

test('baseline: the last day accepts, and the day after does not', () => {
  const found = [result({ conformance: judged(FOUND) })];
  const on = (today: string) => applyBaseline(found, use([ENTRY], [], { today: new Date(today) }));
  expect(on('2026-12-31T23:59:59Z').rules[0]?.verdict).toBe('note');
  const after = on('2027-01-01T00:00:00Z');
  expect(after.rules[0]?.verdict).toBe('fail');
  expect(after.section.expired).toEqual([
    'Baseline entry expired on 2026-12-31: chat-usage-sum still fails in chat.',
  ]);
});

test('baseline: a warning whose entry has expired is a warning, and fails nothing', () => {
  const warned = result({ level: 'should', verdict: 'warn', conformance: judged(FOUND) });
  const { rules, section } = applyBaseline([warned], use([{ ...ENTRY, expires: '2026-01-01' }]));
  expect(rules[0]?.verdict).toBe('warn');
  expect(section.expired).toEqual([]);
});

test('baseline: an entry whose finding is gone is stale, and is named', () => {
  const { section } = applyBaseline([result({ conformance: judged({}) })], use([ENTRY]));
  expect(section.stale).toEqual([
    'Baseline entry is stale: chat-usage-sum has no finding in chat any more. Remove the entry in b.yaml, or run with --update-baseline.',
  ]);
  expect(section.expired).toEqual([]);
});

test('baseline: an entry is stale in the operation whose finding is gone, not in the others', () => {
  const entry = { ...ENTRY, operations: ['chat', 'responses'] as const };
  const pieces = { responses: { judged: 3, unverified: 0 } };
  const found = result({ conformance: judged(FOUND, pieces) });
  const { section } = applyBaseline(
    [found],
    use([{ ...entry, operations: [...entry.operations] }]),
  );
  expect(section.stale).toEqual([
    'Baseline entry is stale: chat-usage-sum has no finding in responses any more. Remove responses from the entry in b.yaml, or run with --update-baseline.',
  ]);
});

test('baseline: an entry that expired and whose finding is gone fails until it is removed', () => {
  const gone = applyBaseline(
    [result({ conformance: judged({}) })],
    use([{ ...ENTRY, expires: '2026-01-01' }]),
  );
  expect(gone.section.stale).toEqual([]);
  expect(gone.section.expired).toEqual([
    'Baseline entry expired on 2026-01-01 and its finding is gone: chat-usage-sum. Remove it from b.yaml.',
  ]);
});

const PARTLY: JudgedRecord = judged({}, { chat: { judged: 3, unverified: 1 } });
const ELSEWHERE: JudgedRecord = judged({}, { responses: { judged: 3, unverified: 0 } });

test.each<[string, RuleResult[]]>([
  ['whose rule was not selected', []],
  ['whose rule could not be verified', [result(UNVERIFIED)]],
  ['whose rule is not applicable', [result({ verdict: 'not-applicable', reason: 'absent' })]],
  ['whose evidence could be judged only in part', [result({ conformance: PARTLY })]],
  ['whose operation has no evidence', [result({ conformance: ELSEWHERE })]],
  ['that was judged under load only', [result({ load: judged({}) })]],
])('baseline: an entry %s is not stale', (_, results) => {
  expect(applyBaseline(results, use([ENTRY])).section.stale).toEqual([]);
});

test('baseline: an operation under load is stale only in a run with load', () => {
  const entry = { ...ENTRY, operations: [], underLoad: ['chat' as const] };
  const clean = result({ conformance: judged({}) });
  expect(applyBaseline([clean], use([entry])).section.stale).toEqual([]);
  const loaded = { ...clean, load: judged({}) };
  expect(applyBaseline([loaded], use([entry])).section.stale).toHaveLength(1);
});

test('baseline: a rule that could not be verified and is accepted as such keeps its verdict', () => {
  const { rules, section } = applyBaseline([result(UNVERIFIED)], use([], [GAP]));
  expect(rules[0]).toMatchObject({
    verdict: 'could-not-verify',
    accepted: { reason: 'no key', expires: '2026-12-31' },
  });
  expect(section.accepted).toBe(1);
});

test('baseline: an accepted finding covers a run in which its rule could not be verified', () => {
  expect(applyBaseline([result(UNVERIFIED)], use([ENTRY])).rules[0]?.accepted?.reason).toBe(
    'ticket 12',
  );
});

test('baseline: a finding of a rule that is accepted as not verified fails', () => {
  const failed = result({ conformance: judged(FOUND) });
  const { rules } = applyBaseline([failed], use([], [GAP]));
  expect(rules[0]?.verdict).toBe('fail');
  expect(rules[0]?.accepted).toBeUndefined();
});

test('baseline: a rule accepted as not verified is stale when it was verified and passed', () => {
  const stale = (results: RuleResult[]) => applyBaseline(results, use([], [GAP])).section.stale;
  expect(stale([result({ conformance: judged({}) })])).toEqual([
    'Baseline entry is stale: chat-usage-sum could be verified and passes. Remove the entry in b.yaml, or run with --update-baseline.',
  ]);
  expect(stale([result({ conformance: PARTLY })])).toEqual([]);
  expect(stale([result({ load: judged({}) })])).toEqual([]);
});

test('baseline: a rule whose acceptance as not verified has expired is named', () => {
  const old = { ...GAP, expires: '2026-01-01' };
  expect(applyBaseline([result(UNVERIFIED)], use([], [old])).section.expired).toEqual([
    'Baseline entry expired on 2026-01-01: chat-usage-sum still could not be verified.',
  ]);
});

const BLOCKED = result({ ...UNVERIFIED, id: 'images-mime-matches', blockedBy: ['chat-usage-sum'] });

test('baseline: a rule that an accepted finding leaves unverified is accepted with it, and so on', () => {
  const next = result({ ...UNVERIFIED, id: 'images-shape', blockedBy: ['images-mime-matches'] });
  const found = result({ conformance: judged(FOUND) });
  const { rules, section } = applyBaseline([next, BLOCKED, found], use([ENTRY]));
  expect(rules.map(({ accepted }) => accepted)).toEqual([
    { cause: 'chat-usage-sum', reason: 'ticket 12', expires: '2026-12-31' },
    { cause: 'chat-usage-sum', reason: 'ticket 12', expires: '2026-12-31' },
    { operations: ['chat'], reason: 'ticket 12', expires: '2026-12-31' },
  ]);
  expect(section.accepted).toBe(1);
});

test('baseline: a rule left unverified by a finding is accepted in a run without that rule', () => {
  expect(applyBaseline([BLOCKED], use([ENTRY])).rules[0]?.accepted?.cause).toBe('chat-usage-sum');
});

test.each<[string, RuleResult, AcceptedFinding]>([
  ['that is new', result({ conformance: judged({ responses: 1 }) }), ENTRY],
  [
    'whose entry has expired',
    result({ conformance: judged(FOUND) }),
    { ...ENTRY, expires: '2026-01-01' },
  ],
])('baseline: a rule left unverified by a finding %s is not accepted', (_, found, entry) => {
  expect(applyBaseline([BLOCKED, found], use([entry])).rules[0]?.accepted).toBeUndefined();
});

test('baseline: a rule left unverified by two findings is accepted when both are', () => {
  const both = { ...BLOCKED, blockedBy: ['chat-usage-sum', 'images-shape'] };
  const found = result({ conformance: judged(FOUND) });
  expect(applyBaseline([both, found], use([ENTRY])).rules[0]?.accepted).toBeUndefined();
});

function update(
  accepted: readonly AcceptedFinding[] = [],
  facts: Partial<BaselineUpdate> & { readonly unverified?: readonly AcceptedGap[] } = {},
): BaselineUpdate {
  const { unverified = [], ...rest } = facts;
  return {
    file: 'b.yaml',
    baseline: { accepted: [...accepted], unverified: [...unverified] },
    today: new Date('2026-11-21T12:00:00Z'),
    ...rest,
  };
}

test('baseline update: a rule that failed is one entry for 30 days, with a reason to fill in', () => {
  const failed = result({ conformance: judged({ ...FOUND, responses: 1 }) });
  expect(updatedBaseline([failed], update()).accepted).toEqual([
    {
      rule: 'chat-usage-sum',
      operations: ['chat', 'responses'],
      underLoad: [],
      reason: NEW_ENTRY_REASON,
      expires: '2026-12-21',
    },
  ]);
});

test('baseline update: the reason that is given is that of new entries, and of placeholders', () => {
  const failed = result({ conformance: judged(FOUND) });
  const other = { ...ENTRY, rule: 'images-shape', reason: NEW_ENTRY_REASON };
  const kept = { ...ENTRY, rule: 'chat-created-integer' };
  const reason = 'ticket 15';
  const { accepted } = updatedBaseline([failed], update([other, kept], { reason }));
  expect(accepted.map((entry) => [entry.rule, entry.reason])).toEqual([
    ['chat-created-integer', 'ticket 12'],
    ['chat-usage-sum', 'ticket 15'],
    ['images-shape', 'ticket 15'],
  ]);
});

test('baseline update: an operation that only load showed is listed separately', () => {
  const failed = result({ conformance: judged(FOUND), load: judged({ chat: 1, responses: 1 }) });
  expect(updatedBaseline([failed], update()).accepted[0]).toMatchObject({
    operations: ['chat'],
    underLoad: ['responses'],
  });
});

test('baseline update: an operation that conformance shows now is no longer listed under load', () => {
  const failed = result({ conformance: judged(FOUND) });
  const entry = { ...ENTRY, operations: [], underLoad: ['chat' as const] };
  expect(updatedBaseline([failed], update([entry])).accepted).toEqual([ENTRY]);
});

test('baseline update: an entry gets a new operation, and keeps its reason and date', () => {
  const failed = result({ conformance: judged({ ...FOUND, responses: 1 }) });
  expect(updatedBaseline([failed], update([ENTRY])).accepted).toEqual([
    { ...ENTRY, operations: ['chat', 'responses'] },
  ]);
});

test('baseline update: an operation whose finding is gone leaves its entry, which goes with the last', () => {
  const clean = result({ conformance: judged({}) });
  const entry = { ...ENTRY, operations: ['chat' as const, 'responses' as const] };
  expect(updatedBaseline([clean], update([entry])).accepted).toEqual([
    { ...ENTRY, operations: ['responses'] },
  ]);
  expect(updatedBaseline([clean], update([ENTRY])).accepted).toEqual([]);
});

test('baseline update: an entry whose evidence was judged in part is kept', () => {
  const partly = judged({}, { chat: { judged: 3, unverified: 1 } });
  const unseen = { ...ENTRY, rule: 'images-shape' };
  const results = [result({ conformance: partly })];
  expect(updatedBaseline(results, update([ENTRY, unseen])).accepted).toEqual([ENTRY, unseen]);
});

test('baseline update: an expired entry gets a new reason and date', () => {
  const old = { ...ENTRY, expires: '2026-01-01' };
  const [entry] = updatedBaseline([result({ conformance: judged(FOUND) })], update([old])).accepted;
  expect(entry).toMatchObject({ reason: NEW_ENTRY_REASON, expires: '2026-12-21' });
});

test('baseline update: a warning, which fails nothing, is not written', () => {
  const warned = result({ level: 'should', verdict: 'warn', conformance: judged(FOUND) });
  expect(updatedBaseline([warned], update()).accepted).toEqual([]);
});

test('baseline update: a required rule that could not be verified is written as such', () => {
  const { accepted, unverified } = updatedBaseline([result(UNVERIFIED)], update());
  expect(accepted).toEqual([]);
  expect(unverified).toEqual([
    { rule: 'chat-usage-sum', reason: NEW_ENTRY_REASON, expires: '2026-12-21' },
  ]);
  const recommended = result({ ...UNVERIFIED, level: 'should' });
  expect(updatedBaseline([recommended], update()).unverified).toEqual([]);
});

test('baseline update: a rule accepted as not verified that fails now becomes an accepted finding', () => {
  const failed = result({ conformance: judged(FOUND) });
  const next = updatedBaseline([failed], update([], { unverified: [GAP] }));
  expect(next.unverified).toEqual([]);
  expect(next.accepted).toMatchObject([{ rule: 'chat-usage-sum', reason: NEW_ENTRY_REASON }]);
});

test('baseline update: a rule accepted as not verified is removed when verified, kept when not run', () => {
  const passed = result({ conformance: judged({}) });
  const gap = update([], { unverified: [GAP] });
  expect(updatedBaseline([passed], gap).unverified).toEqual([]);
  expect(updatedBaseline([], gap).unverified).toEqual([GAP]);
});

test('baseline update: a rule that an accepted finding leaves unverified has no separate entry', () => {
  const failed = result({ conformance: judged(FOUND) });
  const blocked = result({ ...UNVERIFIED, id: 'images-shape', blockedBy: ['chat-usage-sum'] });
  const { accepted, unverified } = updatedBaseline([failed, blocked], update());
  expect(accepted).toHaveLength(1);
  expect(unverified).toEqual([]);
});
