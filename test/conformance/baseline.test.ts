import { expect, test } from 'vitest';
import {
  isPlaceholder,
  NEW_ENTRY_REASON,
  parseBaseline,
  requireReasons,
} from '../../src/conformance/baseline.ts';

const ENTRY = {
  rule: 'chat-usage-sum',
  operations: ['chat', 'responses'],
  reason: 'ticket 12',
  expires: '2026-12-31',
};
const KNOWN = [ENTRY.rule, 'images-shape'];
const GAP = { rule: 'images-shape', reason: 'ticket 13', expires: '2026-12-31' };

test('baseline: one entry per rule, with operations, reason and date, is accepted', () => {
  const content = { accepted: [ENTRY], unverified: [GAP] };
  expect(parseBaseline(content, 'b.yaml', KNOWN)).toEqual({
    accepted: [{ ...ENTRY, underLoad: [] }],
    unverified: [GAP],
  });
});

test('baseline: operations under load alone are enough', () => {
  const { operations: _, ...rest } = ENTRY;
  const content = { accepted: [{ ...rest, underLoad: ['chat'] }] };
  expect(parseBaseline(content, 'b.yaml', KNOWN).accepted[0]).toMatchObject({
    operations: [],
    underLoad: ['chat'],
  });
});

test.each([
  [
    'an unknown rule',
    { rule: 'chat-usage-sums' },
    'Unknown rule: chat-usage-sums in b.yaml. Did you mean chat-usage-sum?',
  ],
  [
    'an unknown operation',
    { operations: ['chats'] },
    /^Baseline is malformed: b\.yaml\. accepted\.0\.operations\.0: /,
  ],
  [
    'no operation',
    { operations: [] },
    /^Baseline is malformed: b\.yaml\. accepted\.0\.operations: at least one operation/,
  ],
  [
    'an operation named twice',
    { operations: ['chat', 'chat'] },
    /accepted\.0\.operations: an operation is named twice/,
  ],
  ['no reason', { reason: null }, /^Baseline is malformed: b\.yaml\. accepted\.0\.reason: /],
  [
    'no date',
    { expires: 'soon' },
    /^Baseline is malformed: b\.yaml\. accepted\.0\.expires: needs a date/,
  ],
  [
    'a day that does not exist',
    { expires: '2026-02-30' },
    /expires: needs a date that exists, such as 2026-12-31; got "2026-02-30"\./,
  ],
])('baseline: %s is an error', (_, change, message) => {
  expect(() => parseBaseline({ accepted: [{ ...ENTRY, ...change }] }, 'b.yaml', KNOWN)).toThrow(
    message,
  );
});

test.each([
  ['among findings', { accepted: [ENTRY, ENTRY] }],
  ['in both lists', { accepted: [ENTRY], unverified: [{ ...GAP, rule: ENTRY.rule }] }],
])('baseline: a rule that has two entries %s is an error', (_, content) => {
  expect(() => parseBaseline(content, 'b.yaml', KNOWN)).toThrow(
    'Two entries for one rule: chat-usage-sum in b.yaml. Merge them: an entry lists all operations of its rule.',
  );
});

test('baseline: a file without entries is an error', () => {
  expect(() => parseBaseline({}, 'b.yaml', KNOWN)).toThrow(
    /^Baseline is malformed: b\.yaml\. accepted: /,
  );
});

test.each([
  '',
  '  ',
  '-',
  '???',
  'TODO',
  'todo:',
  'tbd',
  'FIXME!',
  'say here why',
  NEW_ENTRY_REASON,
])('baseline: %j as a reason is a placeholder', (reason) => {
  expect(isPlaceholder(reason)).toBe(true);
});

test.each([
  'ticket 12',
  'TODO(#12): the adapter rounds',
  'Kunde möchte es so',
  'まだ直せない',
  '#12',
])('baseline: %j is a reason', (reason) => {
  expect(isPlaceholder(reason)).toBe(false);
});

test('baseline: entries without a written reason are named together', () => {
  const todo = { reason: 'TODO' };
  const content = { accepted: [{ ...ENTRY, ...todo }], unverified: [{ ...GAP, ...todo }] };
  expect(() => requireReasons(parseBaseline(content, 'b.yaml', KNOWN), 'b.yaml')).toThrow(
    'Baseline entries without a reason: chat-usage-sum, images-shape in b.yaml. Write into each why it is accepted, or give all of them one: --update-baseline --reason "…".',
  );
});
