import { expect, test } from 'vitest';
import { seeded } from '../../../src/input/seeded.ts';
import { changePoints } from '../../../src/measure/change/change-points.ts';

/** Values with a long tail, as p95 of short loads have, around these levels. */
function noisy(levels: readonly number[], seed: number): readonly number[] {
  const random = seeded(seed);
  return levels.map((each) => each * (1 - 0.04 * Math.log(1 - random())));
}

function level(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, () => value);
}

const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);

test('change points: a step of 30 % is found at its place, in nearly all series', () => {
  const found = SEEDS.map((seed) => changePoints(noisy([...level(30, 16), ...level(39, 8)], seed)));
  const exact = found.filter(
    (places) => places.length === 1 && Math.abs((places[0] ?? 0) - 16) <= 1,
  );
  expect(exact.length).toBeGreaterThan(190);
});

test('change points: a series without a change is given one in about 1 of 100', () => {
  const marked = SEEDS.filter((seed) => changePoints(noisy(level(30, 24), seed)).length > 0);
  expect(marked.length).toBeLessThanOrEqual(6);
});

test('change points: a level that rises and falls back has two', () => {
  const values = noisy([...level(30, 12), ...level(45, 10), ...level(30, 12)], 4);
  expect(changePoints(values)).toEqual([12, 22]);
});

test('change points: three values of another level at the end are a change, two are not', () => {
  expect(changePoints(noisy([...level(30, 17), ...level(60, 3)], 1))).toEqual([17]);
  expect(changePoints(noisy([...level(30, 18), ...level(60, 2)], 1))).toEqual([]);
});

test.each([
  ['a single outlier', [...level(30, 12), 900, ...level(30, 7)]],
  ['equal values', level(0, 30)],
  ['fewer than 12 values', [...level(30, 6), ...level(60, 5)]],
  ['no value', []],
])('change points: none in %s', (_, values) => {
  expect(changePoints(values)).toEqual([]);
});
