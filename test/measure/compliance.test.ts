import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { FindingCount } from '../../src/measure/compliance.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { parseObjective } from '../../src/measure/objective.ts';
import { exchange } from './exchange-builder.ts';

/** The first of the objectives over a run of 2 s. */
function comply(
  objective: string | readonly string[],
  exchanges: readonly Exchange[],
  findings: readonly FindingCount[] = [],
) {
  const measure = new LoadMeasure([objective].flat().map(parseObjective));
  for (const seen of exchanges) measure.record(seen);
  return measure.compliance({ durationMs: 2000, findings })[0];
}

/** A stream with a token each 10 ms from 50 ms on. */
function stream(tokens: number, changes: Parameters<typeof exchange>[0] = {}): Exchange {
  const tokensMs = Array.from({ length: tokens }, (_, index) => 50 + index * 10);
  return exchange({ timing: { endMs: 50 + tokens * 10, tokensMs }, ...changes });
}

function lasting(...durations: number[]): Exchange[] {
  return durations.map((endMs) => exchange({ timing: { endMs } }));
}

test('compliance: a percentile within its limit is met', () => {
  expect(comply('chat e2e p50 < 100ms', lasting(10, 20, 200))).toMatchObject({ met: true });
});

test('compliance: a percentile above its limit is missed, with the measured value', () => {
  const result = comply('chat e2e p50 < 100ms', lasting(10, 200, 300));
  expect(result?.met).toBe(false);
  expect(result?.measured).toBeCloseTo(200, 0);
});

test('compliance: waiting in the generator counts as latency', () => {
  const late = exchange({ timing: { intendedMs: 0, sendMs: 500, endMs: 510 } });
  expect(comply('chat e2e max < 100ms', [late])).toMatchObject({ met: false });
});

test('compliance: a request that was cut above the limit misses it', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 5000 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), cut])).toMatchObject({
    met: false,
    reason: '1 request had exceeded the limit when the run ended',
  });
});

test('compliance: a request that was cut below the limit does not count', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 500 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), cut])).toMatchObject({ met: true });
});

test('compliance: a stream that was cut while it waited for its first token has missed its TTFT', () => {
  const cut = exchange({
    outcome: 'cut-by-end',
    timing: { endMs: 5000 },
    asked: '{"stream":true}',
  });
  for (const objective of ['chat ttft max < 1s', 'chat stream ttft max < 1s']) {
    expect(comply(objective, [stream(3), cut])).toMatchObject({ met: false });
  }
});

test('compliance: a request for one body that was cut has no TTFT to miss', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 5000 }, asked: '{}' });
  expect(comply('chat ttft max < 1s', [stream(3), cut])).toMatchObject({ met: true });
});

const STREAM_ASKED = '{"stream":true}';

test.each([
  ['chat stream errors <= 10%', 0.5],
  ['chat stream throttled <= 10%', 0.5],
])('compliance: "%s" sees the streams that were refused with a body', (objective, measured) => {
  const status = objective.includes('throttled') ? 429 : 500;
  const refused = exchange({ asked: STREAM_ASKED, status });
  expect(comply(objective, [stream(3), refused])).toMatchObject({ met: false, measured });
});

function timedOut(endMs: number, asked = STREAM_ASKED): Exchange {
  return exchange({ outcome: 'timed-out', timing: { endMs }, asked });
}

test.each([
  'chat e2e p90 < 1s',
  'chat stream e2e p90 < 1s',
  'chat ttft p90 < 1s',
  'chat stream ttft p90 < 1s',
])('compliance: "%s" is missed by requests that timed out above the limit', (objective) => {
  const result = comply(objective, [stream(3), stream(3), timedOut(5000)]);
  expect(result).toMatchObject({
    met: false,
    reason: '1 request had exceeded the limit when it timed out',
  });
  expect(result?.measured).toBeCloseTo(5000, 0);
});

test('compliance: requests that the end cut and requests that timed out are counted separately', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 5000 } });
  const seen = [...lasting(10), cut, timedOut(5000), timedOut(6000)];
  expect(comply('chat e2e p50 < 1s', seen)).toMatchObject({
    met: false,
    reason:
      '1 request had exceeded the limit when the run ended; 2 requests had exceeded the limit when they timed out',
  });
});

test('compliance: a stream that timed out after its first token has no TTFT to miss', () => {
  const timing = { endMs: 5000, tokensMs: [40, 60] };
  const hung = exchange({ outcome: 'timed-out', timing, asked: STREAM_ASKED });
  expect(comply('chat ttft max < 1s', [stream(3), hung])).toMatchObject({ met: true });
  expect(comply('chat e2e max < 1s', [stream(3), hung])).toMatchObject({ met: false });
});

test('compliance: too many time-outs below the limit leave a percentile open', () => {
  const seen = [stream(3), stream(3), timedOut(5000)];
  expect(comply('chat e2e p90 < 5100ms', seen)).toMatchObject({
    met: null,
    measured: null,
    reason:
      '1 request timed out below the limit, so the result is open: set answerDeadlineMs of the profile to more than the limit',
  });
  expect(comply('chat e2e p50 < 5100ms', seen)).toMatchObject({ met: true });
  expect(comply('chat e2e p90 < 5100ms', [timedOut(5000)])).toMatchObject({ met: null });
});

test('compliance: a certain miss is a miss, whatever timed out below the limit', () => {
  const seen = [...lasting(9000, 9000), timedOut(5000)];
  expect(comply('chat e2e p50 < 6s', seen)).toMatchObject({ met: false });
});

test.each(['refused', 'reset', 'truncated', 'oversize'] as const)(
  'compliance: a request with outcome %s counts as an error and not as a latency',
  (outcome) => {
    const failed = exchange({ outcome, timing: { endMs: 5000 } });
    expect(comply('chat e2e max < 1s', [...lasting(10), failed])).toMatchObject({ met: true });
    expect(comply('chat errors <= 10%', [...lasting(10), failed])).toMatchObject({ met: false });
  },
);

test('compliance: a request that timed out is an error, and not in goodput', () => {
  const measure = new LoadMeasure([parseObjective('chat e2e p50 < 1s')]);
  for (const seen of [stream(3), timedOut(5000)]) measure.record(seen);
  const figures = measure.series.whole().get('chat')?.get('stream');
  expect(figures).toMatchObject({ good: 1, withinSlo: 1, failed: 1 });
});

test('compliance: 429s are not errors', () => {
  const throttled = exchange({ status: 429 });
  expect(comply('all errors <= 0%', [...lasting(10), throttled])).toMatchObject({ met: true });
});

test('compliance: another operation is not counted', () => {
  const slow = exchange({ operation: 'images', timing: { endMs: 9000 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), slow])).toMatchObject({ met: true });
});

test('compliance: nothing measured is neither met nor missed', () => {
  expect(comply('images e2e p50 < 1s', lasting(10))).toMatchObject({ met: null, unobserved: true });
  expect(comply('images errors <= 0%', lasting(10))).toMatchObject({ met: null, unobserved: true });
});

test('compliance: a request that timed out below the limit counts as observed', () => {
  expect(comply('chat e2e p90 < 5100ms', [timedOut(5000)])?.unobserved).toBeUndefined();
});

test('compliance: a request that was cut above the limit counts with the time it had waited', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 5000 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), cut])?.measured).toBeCloseTo(5000, 0);
});

test.each([
  ['< 100ms', false],
  ['<= 100ms', true],
])('compliance: an answer exactly at the limit of %s: met is %s', (limit, met) => {
  expect(comply(`chat e2e max ${limit}`, lasting(100))).toMatchObject({ met, measured: 100 });
});

test('compliance: the rounding of a percentile to buckets never crosses the limit', () => {
  const met = comply('chat e2e p50 < 100ms', lasting(99.999, 99.999, 200));
  expect(met).toMatchObject({ met: true });
  expect(met?.measured).toBeLessThanOrEqual(100);
});

test.each([
  ['chat stream e2e max < 1s', true],
  ['chat body e2e max < 1s', false],
  ['chat e2e max < 1s', false],
])('compliance: "%s" counts only the answers of its mode: met is %s', (objective, met) => {
  expect(comply(objective, [stream(3), ...lasting(5000)])).toMatchObject({ met });
});

test('compliance: throttled is the share of 429s among all answers', () => {
  const throttled = exchange({ status: 429 });
  const refused = exchange({ status: 500 });
  const seen = [...lasting(10, 10), refused, throttled];
  expect(comply('throttled <= 25%', seen)).toMatchObject({ met: true, measured: 0.25 });
  expect(comply('throttled < 25%', seen)).toMatchObject({ met: false });
});

test.each([
  ['throughput >= 2/s', true, 2],
  ['throughput > 2/s', false, 2],
  ['chat throughput >= 2/s', false, 1.5],
  ['chat stream throughput >= 1/s', false, 0.5],
  ['tokens >= 16/s', true, 16],
  ['images tokens >= 1/s', false, 0],
])(
  'compliance: "%s" counts what was completed in the time: met is %s',
  (objective, met, measured) => {
    const seen = [...lasting(10, 20), stream(32), exchange({ operation: 'images' })];
    const failed = exchange({ status: 500 });
    expect(comply(objective, [...seen, failed])).toMatchObject({ met, measured });
  },
);

test('compliance: goodput counts only what met every other objective', () => {
  const slo = ['chat goodput >= 1/s', 'chat e2e p50 < 1s'];
  const seen = [...lasting(10, 20, 5000), exchange({ operation: 'images' })];
  expect(comply(slo, seen)).toMatchObject({ met: true, measured: 1 });
});

const FINDINGS: readonly FindingCount[] = [
  { level: 'must', operation: 'chat', count: 1 },
  { level: 'should', operation: 'chat', count: 4 },
  { level: 'should', operation: 'images', count: 8 },
];

test.each([
  ['findings <= 0', false, 13],
  ['findings must <= 1', true, 1],
  ['chat findings should < 4', false, 4],
  ['all findings may <= 0', true, 0],
])(
  'compliance: "%s" counts the findings of its operation and level: met is %s',
  (text, met, measured) => {
    expect(comply(text, lasting(10), FINDINGS)).toMatchObject({ met, measured });
  },
);

test('compliance: findings that the baseline accepts are counted separately', () => {
  const found = FINDINGS.map((each) => ({ ...each, accepted: each.operation === 'chat' }));
  expect(comply('findings <= 0', lasting(10), found)).toMatchObject({
    met: false,
    measured: 8,
    accepted: 5,
  });
  expect(comply('findings must <= 0', lasting(10), found)).toMatchObject({
    met: true,
    measured: 0,
    accepted: 1,
  });
});

test('compliance: an objective for findings in a run without rules is neither met nor missed', () => {
  const measure = new LoadMeasure([parseObjective('findings <= 0')]);
  measure.record(exchange());
  const [result] = measure.compliance({ durationMs: 1000, findings: undefined });
  expect(result).toMatchObject({ met: null, reason: 'nothing was judged' });
});

test('compliance: an objective for findings of an operation without requests is neither met nor missed', () => {
  expect(comply('images findings <= 0', lasting(10))).toMatchObject({ met: null });
});

test('goodput: tokens count when their answer met every objective', () => {
  const measure = new LoadMeasure([parseObjective('chat e2e p50 < 1s')]);
  for (const seen of [stream(32), stream(200), exchange()]) measure.record(seen);
  const figures = measure.series.whole().get('chat')?.get('stream');
  expect(figures).toMatchObject({ tokens: 232, goodTokens: 32, withinSlo: 1 });
});
