import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadline } from '../../../src/exchange/http/deadline.ts';
import { stall } from '../../support/stall.ts';

/** Resolves when the deadline has passed, to the time that it took. */
function passed(durationMs: number): Promise<number> {
  const startMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const deadline = new Deadline(durationMs, () => resolve(performance.now() - startMs));
  return promise.finally(() => deadline.clear());
}

test('deadline: it passes when its time is over', async () => {
  expect(await passed(60)).toBeGreaterThanOrEqual(55);
});

test('deadline: time in which the event loop was blocked does not count', async () => {
  const late = passed(400);
  await wait(1);
  stall(600);
  expect(await late).toBeGreaterThan(900);
});

test('deadline: one that was cleared never passes', async () => {
  let isLate = false;
  const deadline = new Deadline(20, () => {
    isLate = true;
  });
  deadline.clear();
  await wait(60);
  expect(isLate).toBe(false);
});
