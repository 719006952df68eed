import { expect, test } from 'vitest';
import { gapBetween } from '../../../src/exchange/upstream/origin.ts';

const RUN = { originUnixMs: 10_000, originMonotonicMs: 500 };

test.each([
  ['on one machine, by its clock', { originUnixMs: 10_040, originMonotonicMs: 530 }, 30, true],
  ['before the run, by that clock too', { originUnixMs: 9_970, originMonotonicMs: 470 }, -30, true],
  ['without that clock, by the wall clock', { originUnixMs: 10_040 }, 40, false],
  [
    'on a machine that started earlier, by the wall clock',
    { originUnixMs: 10_040, originMonotonicMs: 90_530 },
    40,
    false,
  ],
])('origin: the time between two origins %s', (_, other, ms, isExact) => {
  expect(gapBetween(RUN, other)).toEqual({ ms, isExact });
});
