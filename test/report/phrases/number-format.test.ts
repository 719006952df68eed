import { expect, test } from 'vitest';
import { TextPage } from '../../../src/report/formats/text/text-page.ts';
import {
  bindNumbers,
  formatArrivalRate,
  formatBytes,
  formatCount,
  formatDigits,
  formatDuration,
  formatNumberOf,
  formatRate,
  formatShare,
} from '../../../src/report/phrases/number-format.ts';

test.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.99999, '99.99 %'],
  [0.9921, '99.21 %'],
  [0.875, '87.5 %'],
  [0.5, '50 %'],
  [0.0049, '0.49 %'],
  [0.000_01, '< 0.01 %'],
])('share: %f is %s', (ratio, text) => {
  expect(formatShare(ratio)).toBe(text);
});

test.each([
  [0, '0.00'],
  [0.4249, '0.42'],
  [9.994, '9.99'],
  [9.996, '10.0'],
  [51.23, '51.2'],
  [99.96, '100'],
  [612.4, '612'],
  [1012.3, '1 012'],
  [1_234_567, '1 234 567'],
])('digits: %f is %s', (value, text) => {
  expect(formatDigits(value)).toBe(text);
});

test.each([
  [850, '850 ms'],
  [30_000, '30 s'],
  [52_340, '52.3 s'],
  [59_999, '60 s'],
  [725_000, '12 min 5 s'],
])('duration: %i ms is %s', (valueMs, text) => {
  expect(formatDuration(valueMs)).toBe(text);
});

test('rates: the target rate is distinguishable from the started one', () => {
  expect(formatRate(49.97)).toBe('50.0/s');
  expect(formatArrivalRate(49.97)).toBe('49.97/s');
  expect(formatArrivalRate(50)).toBe('50/s');
});

test('counts: they have their noun, one or many', () => {
  expect(formatNumberOf(1, 'rule')).toBe('1 rule');
  expect(formatNumberOf(12_345, 'exchange')).toBe('12 345 exchanges');
  expect(formatNumberOf(2, 'retry', 'retries')).toBe('2 retries');
  expect(formatCount(999)).toBe('999');
});

test('bytes: they are in powers of ten', () => {
  expect([398, 4096, 26_214_400].map((value) => formatBytes(value))).toEqual([
    '398 bytes',
    '4.1 kB',
    '26.2 MB',
  ]);
});

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
