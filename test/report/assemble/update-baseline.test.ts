import { expect, test } from 'vitest';
import {
  type AcceptedFinding,
  type AcceptedGap,
  NEW_ENTRY_REASON,
} from '../../../src/conformance/baseline.ts';
import {
  type BaselineUpdate,
  updatedBaseline,
} from '../../../src/report/assemble/update-baseline.ts';
import { judgedRecord as judged, baselineRule as result } from './baseline-results.ts';

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
