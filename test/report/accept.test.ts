import { expect, test } from 'vitest';
import type { AcceptedFinding } from '../../src/conformance/baseline.ts';
import { accept, type BaselineInUse, NEW_ENTRY_REASON, updated } from '../../src/report/accept.ts';
import type { JudgedRecord, RuleResult } from '../../src/report/run-report.ts';

const ENTRY: AcceptedFinding = {
  rule: 'chat-usage-sum',
  operation: 'chat',
  reason: 'ticket 12',
  expires: '2026-12-31',
};
const FOUND = { chat: 2 };

function judged(operations: Record<string, number>): JudgedRecord {
  const findings = Object.values(operations).reduce((sum, count) => sum + count, 0);
  return { judged: 4, unverified: 0, findings, examples: [], ...(findings > 0 && { operations }) };
}

function result(facts: Partial<RuleResult> = {}): RuleResult {
  const fails =
    Object.keys(facts.conformance?.operations ?? facts.load?.operations ?? {}).length > 0;
  return {
    id: 'chat-usage-sum',
    area: 'chat',
    level: 'must',
    provenance: 'assumed',
    source: 'a source',
    statement: 'A statement.',
    verdict: fails ? 'fail' : 'pass',
    ...facts,
  };
}

function use(
  accepted: readonly AcceptedFinding[],
  facts: Partial<BaselineInUse> = {},
): BaselineInUse {
  return {
    file: 'b.yaml',
    baseline: { accepted: [...accepted] },
    today: new Date('2026-11-21T12:00:00Z'),
    loaded: false,
    ...facts,
  };
}

test('baseline: a finding that is accepted is noted, with the reason and the date', () => {
  const { rules, section } = accept([result({ conformance: judged(FOUND) })], use([ENTRY]));
  expect(rules[0]).toMatchObject({
    verdict: 'note',
    level: 'must',
    accepted: [{ operation: 'chat', reason: 'ticket 12', expires: '2026-12-31' }],
  });
  expect(section).toEqual({ file: 'b.yaml', accepted: 1, expired: [], stale: [] });
});

test('baseline: a finding in another operation of the same rule fails', () => {
  const both = result({ conformance: judged({ ...FOUND, responses: 1 }) });
  const { rules } = accept([both], use([ENTRY]));
  expect(rules[0]?.verdict).toBe('fail');
  expect(rules[0]?.accepted).toHaveLength(1);
});

test('baseline: a finding under load in an operation that is not accepted fails', () => {
  const both = result({ conformance: judged(FOUND), load: judged({ responses: 1 }) });
  expect(accept([both], use([ENTRY])).rules[0]?.verdict).toBe('fail');
});

test('baseline: the last day accepts, and the day after does not', () => {
  const found = [result({ conformance: judged(FOUND) })];
  const on = (today: string) => accept(found, use([ENTRY], { today: new Date(today) }));
  expect(on('2026-12-31T23:59:59Z').rules[0]?.verdict).toBe('note');
  const after = on('2027-01-01T00:00:00Z');
  expect(after.rules[0]?.verdict).toBe('fail');
  expect(after.section.expired).toEqual([
    'No longer accepted: chat-usage-sum in chat, which expired on 2026-12-31.',
  ]);
});

test('baseline: a warning whose entry has expired is a warning, and fails nothing', () => {
  const warned = result({ level: 'should', verdict: 'warn', conformance: judged(FOUND) });
  const { rules, section } = accept([warned], use([{ ...ENTRY, expires: '2026-01-01' }]));
  expect(rules[0]?.verdict).toBe('warn');
  expect(section.expired).toEqual([]);
});

test('baseline: an entry whose finding is gone is stale, with a sentence that names it', () => {
  const { section } = accept([result({ conformance: judged({}) })], use([ENTRY]));
  expect(section.stale).toEqual([
    'Baseline is stale: chat-usage-sum in chat has no finding any more. Remove it from b.yaml.',
  ]);
});

test.each<[string, RuleResult[]]>([
  ['was not selected', []],
  ['could not be verified', [result({ verdict: 'could-not-verify', reason: 'no evidence' })]],
  ['is not applicable', [result({ verdict: 'not-applicable', reason: 'absent' })]],
])('baseline: an entry whose rule %s is not stale', (_, results) => {
  expect(accept(results, use([ENTRY])).section.stale).toEqual([]);
});

test('baseline: an entry of load is stale only in a run with load', () => {
  const entry = { ...ENTRY, in: 'load' as const };
  const clean = [result({ conformance: judged({}), load: judged({}) })];
  expect(accept(clean, use([entry])).section.stale).toEqual([]);
  expect(accept(clean, use([entry], { loaded: true })).section.stale).toHaveLength(1);
});

test('baseline update: what failed is added for 30 days, with a reason to fill in', () => {
  const failed = result({ conformance: judged(FOUND) });
  expect(updated([failed], use([]))).toEqual({
    accepted: [
      {
        rule: 'chat-usage-sum',
        operation: 'chat',
        reason: NEW_ENTRY_REASON,
        expires: '2026-12-21',
      },
    ],
  });
});

test('baseline update: a finding that only load showed is an entry of load', () => {
  const failed = result({ conformance: judged({}), load: judged(FOUND) });
  expect(updated([failed], use([], { loaded: true })).accepted[0]?.in).toBe('load');
});

test('baseline update: entries that stay keep reason and date, stale ones go, unseen ones stay', () => {
  const gone = { ...ENTRY, operation: 'responses' as const };
  const unseen = { ...ENTRY, rule: 'images-shape', operation: 'images' as const };
  const results = [result({ conformance: judged(FOUND) })];
  expect(updated(results, use([ENTRY, gone, unseen])).accepted).toEqual([ENTRY, unseen]);
});

test('baseline update: an entry that has expired starts anew', () => {
  const old = { ...ENTRY, expires: '2026-01-01' };
  const [entry] = updated([result({ conformance: judged(FOUND) })], use([old])).accepted;
  expect(entry).toMatchObject({ reason: NEW_ENTRY_REASON, expires: '2026-12-21' });
});

test('baseline update: a warning, which fails nothing, is not written', () => {
  const warned = result({ level: 'should', verdict: 'warn', conformance: judged(FOUND) });
  expect(updated([warned], use([])).accepted).toEqual([]);
});
