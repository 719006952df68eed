import { expect, test } from 'vitest';
import { start } from '../../../reference-server/support/start.ts';
import { queueRun } from './queue-run.ts';
import { batchMeans, exactWaitsMs, meanOf, meanWaitMs } from './queue-waits.ts';

test('queue: Poisson arrivals wait as theory and the recursion over their times predict', async () => {
  const gateway = await start({ slots: 1, serviceTimeMs: 30, ttftMs: 10, itlMs: 0 });
  const [first, second] = gateway.keys;
  const queue = {
    slots: 1,
    serviceTimeMs: 30,
    address: gateway.address,
    keys: { first, second },
  };
  const { measuredMs, exactMs } = await queueRun(queue, {
    arrivalRate: '20/s',
    duration: '18s',
    seed: 3,
  });
  expect(measuredMs.length).toBeGreaterThan(250);
  const exact = meanOf(exactMs);
  expect(Math.abs(meanOf(measuredMs) - exact)).toBeLessThan(3 + exact / 10);
  const { mean, halfWidth } = batchMeans(measuredMs.slice(20));
  expect(Math.abs(mean - meanWaitMs(20, 30))).toBeLessThan(halfWidth);
});

test('queue: the recursion over many random arrivals gives the mean wait of theory', () => {
  let atMs = 0;
  let state = 1;
  const arrivalsMs = Array.from({ length: 200_000 }, () => {
    state = (state * 16_807) % 2_147_483_647;
    atMs += (-Math.log(state / 2_147_483_647) * 1000) / 14;
    return atMs;
  });
  expect(meanOf(exactWaitsMs(arrivalsMs, 1, 50)) / meanWaitMs(14, 50)).toBeCloseTo(1, 1);
});
