import { expect, test } from 'vitest';
import { HealthySeconds } from '../../../src/load/judging/healthy-seconds.ts';

const second = (atMs: number, latenessP99Ms = 0) => ({
  atMs,
  latenessP99Ms,
  latenessMaxMs: latenessP99Ms,
  schedulerLatencyP99Ms: 0,
  tickerLatenessMaxMs: 0,
});

/** Which spans are decided so far, in the order of the decisions. */
function decisions(healthy: HealthySeconds, ...spans: readonly (readonly [number, number])[]) {
  const decided: [fromMs: number, kept: boolean][] = [];
  for (const [fromMs, toMs] of spans) {
    healthy.when({ fromMs, toMs }, 10, (kept) => decided.push([fromMs, kept]));
  }
  return decided;
}

test('healthy seconds: a finding waits until the health of its seconds is known', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [500, 1500]);
  healthy.onHealth(0, second(1000));
  expect(decided).toEqual([]);
  healthy.onHealth(0, second(2000));
  expect(decided).toEqual([[500, true]]);
});

test('healthy seconds: one second in which arrivals were late sets aside all findings that overlap it', () => {
  const healthy = new HealthySeconds(1);
  healthy.onHealth(0, second(1000));
  healthy.onHealth(0, second(2000, 400));
  healthy.onHealth(0, second(3000));
  expect(decisions(healthy, [0, 1000], [900, 1100], [0, 3000], [2000, 2500])).toEqual([
    [0, true],
    [900, false],
    [0, false],
    [2000, true],
  ]);
});

test('healthy seconds: a finding waits until every engine has reported its health', () => {
  const healthy = new HealthySeconds(2);
  const decided = decisions(healthy, [100, 900]);
  healthy.onHealth(0, second(1000));
  expect(decided).toEqual([]);
  healthy.onHealth(1, second(1000, 400));
  expect(decided).toEqual([[100, false]]);
});

test('healthy seconds: a finding after the last report is decided at the end', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [0, 5000]);
  healthy.end({ isWhole: true });
  expect(decided).toEqual([[0, true]]);
});

test('healthy seconds: where the end of the run is missing, a finding after the last report is set aside', () => {
  const healthy = new HealthySeconds(1);
  const decided = decisions(healthy, [0, 900], [500, 5000]);
  healthy.onHealth(0, second(1000));
  healthy.end({ isWhole: false });
  expect(decided).toEqual([
    [0, true],
    [500, false],
  ]);
});

test('healthy seconds: beyond 10 000 findings that wait, the oldest are set aside', () => {
  const healthy = new HealthySeconds(1);
  const spans = Array.from({ length: 10_002 }, (_, at) => [at, 50_000] as const);
  expect(decisions(healthy, ...spans)).toEqual([
    [0, false],
    [1, false],
  ]);
});

test('healthy seconds: beyond 16 MiB that wait, the oldest is set aside', () => {
  const healthy = new HealthySeconds(1);
  const decided: boolean[] = [];
  for (let count = 0; count < 5; count += 1) {
    healthy.when({ fromMs: 0, toMs: 9000 }, 4 * 1024 * 1024, (kept) => decided.push(kept));
  }
  expect(decided).toEqual([false]);
});
