import { expect, test } from 'vitest';
import { pairwise } from '../../../src/conformance/requests/pairwise.ts';

const SIZES = [
  [4, 3, 5],
  [9, 12, 4, 6],
  [1, 1],
  [2, 1, 7, 3, 2],
];

test.each(SIZES.map((sizes) => [sizes]))(
  'pairwise: with axes of %j, every two values of two axes meet, in far fewer rows than the product',
  (sizes) => {
    const rows = pairwise(sizes);
    const met = new Set(
      rows.flatMap((row) =>
        row.flatMap((value, axis) =>
          row
            .slice(axis + 1)
            .map((other, after) => `${axis}=${value} ${axis + 1 + after}=${other}`),
        ),
      ),
    );
    const all = sizes.flatMap((size, axis) => sizes.slice(axis + 1).map((other) => size * other));
    expect(met.size).toBe(all.reduce((sum, count) => sum + count, 0));
    const [largest = 0, second = 0] = sizes.toSorted((one, other) => other - one);
    expect(rows.length).toBeLessThan(2 * largest * second);
  },
);

test('pairwise: each row has a value of each axis', () => {
  const sizes = [3, 2, 4];
  for (const row of pairwise(sizes)) {
    expect(row).toHaveLength(3);
    for (const [axis, value] of row.entries()) expect(value).toBeLessThan(sizes[axis] ?? 0);
  }
});
