import { expect, test } from 'vitest';
import { betweenClocks, fromMachineClock } from '../../../src/exchange/upstream/origin.ts';

test('the machine clock: a moment of it is found on the clock of this process', () => {
  const beforeMs = performance.now();
  const machineMs = Number(process.hrtime.bigint()) / 1e6;
  const afterMs = performance.now();
  const foundMs = machineMs + fromMachineClock();
  expect(foundMs).toBeGreaterThan(beforeMs - 0.1);
  expect(foundMs).toBeLessThan(afterMs + 0.1);
});

test('between clocks: a pause between the two clocks of a sample does not count', () => {
  let machineMs = 1000;
  let samples = 0;
  const paused = () => {
    samples += 1;
    machineMs += samples === 3 ? 0 : 40;
    return machineMs - 700;
  };
  expect(betweenClocks(() => machineMs, paused)).toBe(-700);
});
