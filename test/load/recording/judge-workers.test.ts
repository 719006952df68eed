import { expect, test } from 'vitest';
import { judgeWorkersFor } from '../../../src/load/recording/judge-recordings.ts';

const GIB = 2 ** 30;

test.each([
  ['on one core', GIB, 1, 0],
  ['on two cores', GIB, 2, 1],
  ['on four cores', GIB, 4, 3],
  ['on many cores, which one reader cannot keep busy', GIB, 64, 6],
  ['for a recording that is read before they have started', GIB / 8, 64, 0],
])('judge workers: %s', (_case, bytes, cores, workers) => {
  expect(judgeWorkersFor(bytes, cores)).toBe(workers);
});
