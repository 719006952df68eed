import { expect, test } from 'vitest';
import { type HealthSample, healthOf } from '../../src/measure/generator-health.ts';

/** Seconds with arrivals as late as given, the first at 1000 ms. */
function seconds(...latenessP99Ms: readonly number[]): HealthSample[] {
  return latenessP99Ms.map((lateness, index) => ({
    atMs: (index + 1) * 1000,
    latenessP99Ms: lateness,
    latenessMaxMs: lateness,
    schedulerLatencyP99Ms: 1,
    tickerLatenessMaxMs: 1,
  }));
}

const ALL_STARTED = { scheduled: 400, started: 400, notStarted: 0, interrupted: 0 };
const SOME_LEFT = { ...ALL_STARTED, started: 300, notStarted: 100 };
const LATE = [400, 500, 600, 700, 800] as const;

test('generator health: a generator with arrivals that could not start is unhealthy', () => {
  const health = healthOf(seconds(1, 1), SOME_LEFT);
  expect(health).toMatchObject({ healthy: false, notStarted: 100 });
  expect(health.reason).toContain('Raise inFlight');
});

test('generator health: thousands of arrivals are grouped', () => {
  const totals = { ...ALL_STARTED, scheduled: 998_806, started: 592, notStarted: 998_214 };
  expect(healthOf(seconds(1, 1), totals).reason).toMatch(
    /^998 214 of 998 806 arrivals could not start/,
  );
});

test('generator health: a generator is healthy when arrivals wait for an unresponsive target', () => {
  const health = healthOf(seconds(1, 2, ...LATE), SOME_LEFT, 2500);
  expect(health).toMatchObject({ healthy: true, notStarted: 100, latenessP99Ms: 2, seconds: 2 });
  expect(health.reason).toBeUndefined();
});

test('generator health: a generator that was late before the target became unresponsive is unhealthy', () => {
  const health = healthOf(seconds(...LATE, 1, 1), ALL_STARTED, 6500);
  expect(health).toMatchObject({ healthy: false, unhealthySeconds: 5 });
  expect(health.reason).toContain('in 5 seconds it was late');
});

test('generator health: the reason names what exceeded its limit, and nothing else', () => {
  const late = seconds(...LATE);
  const sleepy = seconds(1, 1, 1, 1, 1).map((each) => ({ ...each, schedulerLatencyP99Ms: 21 }));
  expect(healthOf(late, ALL_STARTED).reason).toContain(
    'in 5 seconds it was late (arrivals by over 50 ms at p99)',
  );
  expect(healthOf(sleepy, ALL_STARTED).reason).toContain(
    'in 5 seconds it was late (its scheduler by over 20 ms at p99)',
  );
  expect(healthOf([...late, ...sleepy], ALL_STARTED).reason).toContain(
    'in 10 seconds it was late (arrivals by over 50 ms, its scheduler by over 20 ms at p99)',
  );
});

const SLEEPY = seconds(1, 1, 1, 1, 1).map((each) => ({ ...each, schedulerLatencyP99Ms: 21 }));

test.each([
  ['its scheduler was late, and judging shared the cores', SLEEPY, ALL_STARTED, true, true],
  ['arrivals could not start, because its scheduler was late', SLEEPY, SOME_LEFT, true, true],
  ['the load cannot be judged later', SLEEPY, ALL_STARTED, false, false],
  ['only arrivals were late', seconds(...LATE), ALL_STARTED, true, false],
  ['arrivals could not start although the cores were free', seconds(1), SOME_LEFT, true, false],
] as const)(
  'generator health: --judge after is advised or not: %s',
  (_, samples, totals, can, advised) => {
    const { reason } = healthOf(samples, totals, undefined, can);
    expect(reason?.includes('--judge after')).toBe(advised);
  },
);
