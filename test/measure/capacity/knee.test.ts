import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backlogTrend, type TimedAnswer } from '../../../src/measure/capacity/backlog-trend.ts';
import {
  highestSaturation,
  saturatedThroughput,
} from '../../../src/measure/capacity/saturation.ts';
import { fitScalingLaw, throughputAt } from '../../../src/measure/capacity/scaling-law.ts';
import { sizeGateways } from '../../../src/measure/capacity/sizing.ts';

test('saturated throughput: five bursts of eight answers a second are 40 a second', () => {
  const endsMs = Array.from({ length: 200 }, (_, index) => Math.floor(index / 8) * 200);
  expect(saturatedThroughput(endsMs)).toBeCloseTo(40, 1);
});

test('saturated throughput: answers in any order count the same', () => {
  const endsMs = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) * 25);
  expect(saturatedThroughput(endsMs)).toBeCloseTo(40, 6);
});

test('highest saturation: the mean of the rate that completed the most, behind in every run', () => {
  const runs = [
    { arrivalRate: 64, held: false, saturated: 39.6 },
    { arrivalRate: 64, held: false, saturated: 40 },
    { arrivalRate: 128, held: false, saturated: 31 },
    { arrivalRate: 41, held: false, saturated: 41 },
    { arrivalRate: 41, held: false },
  ];
  expect(highestSaturation(runs)).toEqual({ arrivalRate: 64, throughput: 39.8 });
  expect(highestSaturation(runs.slice(4))).toBeUndefined();
});

test('highest saturation: a backlog below a sustained rate was a passing one', () => {
  const passing = { arrivalRate: 256, held: false, saturated: 252.7 };
  const sustained = { arrivalRate: 551, held: true };
  expect(highestSaturation([passing, sustained])).toBeUndefined();
  const real = { arrivalRate: 700, held: false, saturated: 560 };
  expect(highestSaturation([passing, sustained, real])).toEqual({
    arrivalRate: 700,
    throughput: 560,
  });
});

test.each([
  ['fewer than twenty answers', [1, 2, 3]],
  ['answers at one moment', Array.from({ length: 30 }, () => 5)],
])('saturated throughput: %s is unknown', (_, endsMs) => {
  expect(saturatedThroughput(endsMs)).toBeUndefined();
});

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

const KNEE = { arrivalRate: 40, low: 38, high: 41, level: 0.95 };

test('plan: 500/s with 30 % headroom and a knee at 40/s needs 18 gateways, 18 to 19 over its interval', () => {
  expect(sizeGateways({ arrivalRate: 500, headroom: 0.3 }, KNEE)).toEqual({
    arrivalRate: 500,
    headroom: 0.3,
    perGateway: 28,
    gateways: 18,
    least: 18,
    most: 19,
  });
});

test('plan: exactly the rate of one gateway needs one gateway', () => {
  expect(sizeGateways({ arrivalRate: 28, headroom: 0.3 }, KNEE).gateways).toBe(1);
});

/** Answers of 200 ms at 40/s over ten seconds, with what a test adds to each. */
function answers(
  more: (intendedMs: number, index: number) => number,
  kind = 'chat',
): TimedAnswer[] {
  return Array.from({ length: 400 }, (_, index) => {
    const intendedMs = index * 25;
    return { intendedMs, tookMs: 200 + more(intendedMs, index), kind };
  });
}

test('trend: with constant latency the gateway keeps up', () => {
  expect(backlogTrend(answers(() => 0))).toEqual({ keepsUp: true, slope: 0 });
});

test('trend: an overload of 1 % is found, with its size', () => {
  const trend = backlogTrend(answers((ms, index) => ms * 0.01 + (index % 7)));
  expect(trend?.keepsUp).toBe(false);
  expect(trend?.slope).toBeCloseTo(0.01, 3);
});

test('trend: with noise but no growth the gateway keeps up', () => {
  const noise = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), {
    minLength: 400,
    maxLength: 400,
  });
  fc.assert(
    fc.property(noise, (values) => {
      // Even and odd answers in the two orders: what grows in one shrinks in the other.
      const there = backlogTrend(answers((_, index) => values[index] ?? 0));
      const back = backlogTrend(answers((_, index) => values[399 - index] ?? 0));
      return there?.keepsUp !== false || back?.keepsUp !== false;
    }),
  );
});

test('trend: with a few slow answers at the end the gateway keeps up', () => {
  expect(backlogTrend(answers((_, index) => (index > 390 ? 3000 : 0)))?.keepsUp).toBe(true);
});

test('trend: one lasting jump is undecided', () => {
  const jump = backlogTrend(
    answers((ms, index) => (ms > 5000 ? 300 + index * 0.01 : index * 0.01)),
  );
  expect(jump?.keepsUp).toBeNull();
});

test('trend: with two kinds of answers, one much slower, the gateway keeps up', () => {
  const quick = answers(() => 0);
  const slow = answers(() => 3000, 'images').slice(200);
  expect(backlogTrend([...quick, ...slow])?.keepsUp).toBe(true);
});

test('trend: with fewer than twelve answers it is unknown', () => {
  expect(backlogTrend(answers((ms) => ms).slice(0, 11))).toBeUndefined();
});
