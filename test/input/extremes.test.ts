import { expect, test } from 'vitest';
import { greatest, least } from '../../src/input/extremes.ts';

test('extremes: the least and the greatest of more values than a call has arguments', () => {
  const values = Array.from({ length: 300_000 }, (_, at) => at - 7);
  expect([least(values), greatest(values)]).toEqual([-7, 299_992]);
});

test('extremes: nothing is beyond the extremes of no values', () => {
  expect([least([]), greatest([])]).toEqual([Infinity, -Infinity]);
});
