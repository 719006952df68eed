import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitScalingLaw, throughputAt } from '../../../src/measure/capacity/scaling-law.ts';

const IN_FLIGHT = [1, 2, 4, 8, 16, 32, 64];

test('scaling law: the parameters that made the points are found again', () => {
  const parameters = fc.record({
    lambda: fc.double({ min: 0.1, max: 1000, noNaN: true }),
    sigma: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    kappa: fc.double({ min: 0.0001, max: 0.01, noNaN: true }),
  });
  fc.assert(
    fc.property(parameters, (law) => {
      const points = IN_FLIGHT.map((inFlight) => ({
        inFlight,
        throughput: throughputAt(law, inFlight),
      }));
      const fit = fitScalingLaw(points);
      expect(fit?.lambda).toBeCloseTo(law.lambda, 5);
      expect(fit?.sigma).toBeCloseTo(law.sigma, 5);
      expect(fit?.kappa).toBeCloseTo(law.kappa, 6);
      expect(fit?.r2).toBeCloseTo(1, 6);
      expect(fit?.peak?.inFlight).toBeCloseTo(Math.sqrt((1 - law.sigma) / law.kappa), 3);
    }),
  );
});

test('scaling law: a linear gateway has neither contention nor coherency, and no peak', () => {
  const fit = fitScalingLaw(IN_FLIGHT.map((inFlight) => ({ inFlight, throughput: 5 * inFlight })));
  expect(fit?.sigma).toBeCloseTo(0, 9);
  expect(fit?.kappa).toBeCloseTo(0, 9);
  expect(fit?.lambda).toBeCloseTo(5, 9);
});

test('scaling law: noise that would need a negative parameter is fitted without one', () => {
  const points = [1.1, 1.9, 4.3, 8.8].map((factor, index) => ({
    inFlight: IN_FLIGHT[index] ?? 1,
    throughput: 5 * factor,
  }));
  const fit = fitScalingLaw(points);
  expect(fit?.sigma).toBeGreaterThanOrEqual(0);
  expect(fit?.kappa).toBeGreaterThanOrEqual(0);
});

test('scaling law: a hard bend is fitted less well, with a lower r²', () => {
  const points = IN_FLIGHT.map((inFlight) => ({ inFlight, throughput: Math.min(inFlight, 8) * 5 }));
  expect(fitScalingLaw(points)?.r2).toBeLessThan(0.99);
});

test.each([
  ['three points', [1, 2, 4]],
  ['points at one number in flight', [8, 8.1, 8.2, 8.3, 8.4]],
])('scaling law: %s cannot be fitted', (_, inFlight) => {
  expect(fitScalingLaw(inFlight.map((n) => ({ inFlight: n, throughput: n })))).toBeUndefined();
});
