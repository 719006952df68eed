import { expect, test } from 'vitest';
import { studentT } from '../../../src/measure/change/estimate.ts';

test.each([
  [0.975, 1, 12.7062],
  [0.975, 2, 4.3027],
  [0.975, 11, 2.201],
  [0.9995, 5, 6.8688],
  [0.975, 22, 2.0739],
  [0.975, 1000, 1.9623],
])(
  'quantile of t: %d with %d degrees of freedom is %d, as in the tables',
  (probability, degrees, t) => {
    expect(studentT(probability, degrees)).toBeCloseTo(t, 3);
  },
);
