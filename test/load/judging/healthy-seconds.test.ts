import { expect, test } from 'vitest';
import { HealthySeconds } from '../../../src/load/judging/healthy-seconds.ts';

const second = (atMs: number, latenessP99Ms = 0) => ({
  atMs,
  latenessP99Ms,
  latenessMaxMs: latenessP99Ms,
  schedulerLatencyP99Ms: 0,
  tickerLatenessMaxMs: 0,
});

/** What is told of spans, in the order told. */
function asked(healthy: HealthySeconds, ...spans: readonly (readonly [number, number])[]) {
  const told: [fromMs: number, kept: boolean][] = [];
  for (const [fromMs, toMs] of spans) {
    healthy.when({ fromMs, toMs }, 10, (kept) => told.push([fromMs, kept]));
  }
  return told;
}

test('healthy seconds: a finding waits until the health of its seconds is known', () => {
  const healthy = new HealthySeconds(1);
  const told = asked(healthy, [500, 1500]);
  healthy.onHealth(0, second(1000));
  expect(told).toEqual([]);
  healthy.onHealth(0, second(2000));
  expect(told).toEqual([[500, true]]);
});

test('healthy seconds: one second in which arrivals were late sets aside all that touched it', () => {
  const healthy = new HealthySeconds(1);
  healthy.onHealth(0, second(1000));
  healthy.onHealth(0, second(2000, 400));
  healthy.onHealth(0, second(3000));
  expect(asked(healthy, [0, 1000], [900, 1100], [0, 3000], [2000, 2500])).toEqual([
    [0, true],
    [900, false],
    [0, false],
    [2000, true],
  ]);
});

test('healthy seconds: of several engines the last to say so is waited for', () => {
  const healthy = new HealthySeconds(2);
  const told = asked(healthy, [100, 900]);
  healthy.onHealth(0, second(1000));
  expect(told).toEqual([]);
  healthy.onHealth(1, second(1000, 400));
  expect(told).toEqual([[100, false]]);
});

test('healthy seconds: what ended after the last word is told at the end', () => {
  const healthy = new HealthySeconds(1);
  const told = asked(healthy, [0, 5000]);
  healthy.finish(true);
  expect(told).toEqual([[0, true]]);
});

test('healthy seconds: where the end of the run is missing, a finding after the last report is set aside', () => {
  const healthy = new HealthySeconds(1);
  const told = asked(healthy, [0, 900], [500, 5000]);
  healthy.onHealth(0, second(1000));
  healthy.finish(false);
  expect(told).toEqual([
    [0, true],
    [500, false],
  ]);
});

test('healthy seconds: beyond 10 000 findings that wait, the oldest are set aside', () => {
  const healthy = new HealthySeconds(1);
  const spans = Array.from({ length: 10_002 }, (_, at) => [at, 50_000] as const);
  expect(asked(healthy, ...spans)).toEqual([
    [0, false],
    [1, false],
  ]);
});

test('healthy seconds: beyond 16 MiB that wait, the oldest is set aside', () => {
  const healthy = new HealthySeconds(1);
  const told: boolean[] = [];
  for (let count = 0; count < 5; count += 1) {
    healthy.when({ fromMs: 0, toMs: 9000 }, 4 * 1024 * 1024, (kept) => told.push(kept));
  }
  expect(told).toEqual([false]);
});
