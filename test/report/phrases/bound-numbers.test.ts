import { expect, test } from 'vitest';
import { TextPage } from '../../../src/report/formats/text/text-page.ts';
import { bindNumbers } from '../../../src/report/phrases/number-format.ts';

test.each([
  ['1 214 requests', '1·214 requests'],
  ['1 234 567 ms', '1·234·567·ms'],
  ['after 12 min 5 s.', 'after 12·min 5·s.'],
  ['0.42 % of 26.2 MB', '0.42·% of 26.2·MB'],
])('a number stays with its digits and its unit: %s', (text, bound) => {
  expect(bindNumbers(text).replaceAll('\u{a0}', '·')).toBe(bound);
});

test.each([
  '2 of 145 rules',
  '3 simple requests',
  '3 msgs',
  'status 502 × 2',
  'in 2026 1 rule failed',
])('what is not one number may break: %s', (text) => {
  expect(bindNumbers(text)).toBe(text);
});

test('a line of the text report does not end inside a number', () => {
  const words = 'word '.repeat(19);
  expect(new TextPage().wrap(`${words}ab 5 ms`, 0)).toEqual([`${words}ab`, '5 ms']);
});
