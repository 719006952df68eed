import { expect, test } from 'vitest';
import { parseBaseline } from '../../src/conformance/baseline.ts';

const ENTRY = {
  rule: 'chat-usage-sum',
  operation: 'chat',
  reason: 'ticket 12',
  expires: '2026-12-31',
};

test('baseline: entries with rule, operation, reason and date are taken', () => {
  const content = { accepted: [ENTRY, { ...ENTRY, operation: 'responses', in: 'load' }] };
  expect(parseBaseline(content, 'b.yaml')).toEqual(content);
});

test.each([
  [
    'an unknown rule',
    { rule: 'chat-usage-sums' },
    'Unknown rule: chat-usage-sums in b.yaml. Did you mean chat-usage-sum?',
  ],
  [
    'an unknown operation',
    { operation: 'chats' },
    /^Baseline is malformed: b\.yaml\. accepted\.0\.operation: /,
  ],
  ['no reason', { reason: '' }, /^Baseline is malformed: b\.yaml\. accepted\.0\.reason: /],
  ['no date', { expires: 'soon' }, /^Baseline is malformed: b\.yaml\. accepted\.0\.expires: /],
  ['a day that does not exist', { expires: '2026-02-30' }, /accepted\.0\.expires: /],
])('baseline: %s is an error', (_, change, message) => {
  expect(() => parseBaseline({ accepted: [{ ...ENTRY, ...change }] }, 'b.yaml')).toThrow(message);
});

test('baseline: a finding that is accepted twice is an error', () => {
  expect(() => parseBaseline({ accepted: [ENTRY, ENTRY] }, 'b.yaml')).toThrow(
    'Accepted twice: chat-usage-sum in chat, in b.yaml. Remove one.',
  );
});

test('baseline: a file without entries is an error', () => {
  expect(() => parseBaseline({}, 'b.yaml')).toThrow(/^Baseline is malformed: b\.yaml\. accepted: /);
});
