import { expect, test } from 'vitest';
import { greatest, least, median } from '../../src/input/order-statistics.ts';

test('order statistics: the least and the greatest of more values than a call has arguments', () => {
  const values = Array.from({ length: 300_000 }, (_, at) => at - 7);
  expect([least(values), greatest(values)]).toEqual([-7, 299_992]);
});

test('order statistics: nothing is beyond the extremes of no values', () => {
  expect([least([]), greatest([])]).toEqual([Infinity, -Infinity]);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], 0],
])('order statistics: the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
