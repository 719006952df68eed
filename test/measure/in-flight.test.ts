import { expect, test } from 'vitest';
import { InFlight } from '../../src/measure/in-flight.ts';

test('in flight: each second has the mean of the requests that it saw, whenever they ended', () => {
  const inFlight = new InFlight();
  inFlight.add({ sendMs: 2250, endMs: 2500 });
  inFlight.add({ sendMs: 500, endMs: 3750 });
  inFlight.add({ sendMs: 1000, endMs: 2000 });
  const means = (seconds: readonly number[]) => inFlight.inSeconds(seconds).map(({ mean }) => mean);
  expect(means([0, 1, 2, 3, 4])).toEqual([0.5, 2, 1.25, 0.75, 0]);
  expect(means([2, 90])).toEqual([1.25, 0]);
});

test('in flight: requests that meet for a quarter of a second are the most of it', () => {
  const inFlight = new InFlight();
  for (let at = 0; at < 8; at += 1) inFlight.add({ sendMs: 1500, endMs: 1750 });
  inFlight.add({ sendMs: 0, endMs: 2000 });
  expect(inFlight.inSeconds([0, 1])).toEqual([
    { mean: 1, most: 1 },
    { mean: 3, most: 9 },
  ]);
});
