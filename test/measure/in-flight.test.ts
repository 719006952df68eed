import { expect, test } from 'vitest';
import { InFlight } from '../../src/measure/in-flight.ts';

test('in flight: each second has the mean of the requests that it saw, whenever they ended', () => {
  const inFlight = new InFlight();
  inFlight.add({ sendMs: 2250, endMs: 2500 });
  inFlight.add({ sendMs: 500, endMs: 3750 });
  inFlight.add({ sendMs: 1000, endMs: 2000 });
  expect(inFlight.meansOf([0, 1, 2, 3, 4])).toEqual([0.5, 2, 1.25, 0.75, 0]);
  expect(inFlight.meansOf([2, 90])).toEqual([1.25, 0]);
});
