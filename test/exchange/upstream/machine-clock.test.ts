import { expect, test } from 'vitest';
import { fromMachineClock } from '../../../src/exchange/upstream/machine-clock.ts';

test('the machine clock: a moment of it is found on the clock of this process', () => {
  const beforeMs = performance.now();
  const machineMs = Number(process.hrtime.bigint()) / 1e6;
  const afterMs = performance.now();
  const foundMs = machineMs + fromMachineClock();
  expect(foundMs).toBeGreaterThan(beforeMs - 0.1);
  expect(foundMs).toBeLessThan(afterMs + 0.1);
});
