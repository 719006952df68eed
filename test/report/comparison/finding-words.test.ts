import { expect, test } from 'vitest';
import { shortIds } from '../../../src/report/comparison/rows.ts';

test('comparison: a long word with a digit is cut, and others are not', () => {
  const words = `resp_0123456789abcdef0123 ${'a-word-'.repeat(9)} n0123456789abcdef`;
  expect(shortIds(words)).toBe(`resp_0123456789a… ${'a-word-'.repeat(9)} n0123456789abcdef`);
});

test('comparison: a word of a megabyte takes no longer than its length asks for', () => {
  const word = 'x'.repeat(1_000_000);
  expect(shortIds(word)).toBe(word);
});
