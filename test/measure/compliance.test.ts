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

const MET = { met: true };
const MISSED = { met: false };

const ASKED = '{"stream":true}';
const cut = (endMs: number, asked = '{}') =>
  exchange({ outcome: 'cut-by-end', timing: { endMs }, asked });
const timedOut = (endMs: number) =>
  exchange({ outcome: 'timed-out', timing: { endMs }, asked: ASKED });
const hung = exchange({
  outcome: 'timed-out',
  timing: { endMs: 5000, tokensMs: [40, 60] },
  asked: ASKED,
});
const answered = (status: number, asked = '{}') => exchange({ status, asked });

type Result = ReturnType<typeof comply>;

const CASES: readonly (readonly [string, string, readonly Exchange[], Partial<Result>])[] = [
  ['a percentile within its limit is met', 'chat e2e p50 < 100ms', lasting(10, 20, 200), MET],
  ['a percentile above its limit is missed', 'chat e2e p50 < 100ms', lasting(10, 200, 300), MISSED],
  [
    'waiting in the generator counts as latency',
    'chat e2e max < 100ms',
    [exchange({ timing: { intendedMs: 0, sendMs: 500, endMs: 510 } })],
    MISSED,
  ],
  [
    'a request that was cut above the limit misses it',
    'chat e2e max < 1s',
    [...lasting(10), cut(5000)],
    { ...MISSED, reason: '1 request had exceeded the limit when the run ended' },
  ],
  [
    'a request that was cut below the limit does not count',
    'chat e2e max < 1s',
    [...lasting(10), cut(500)],
    MET,
  ],
  [
    'a stream that was cut while it waited for its first token has missed its TTFT',
    'chat stream ttft max < 1s',
    [stream(3), cut(5000, ASKED)],
    MISSED,
  ],
  ['a body that was cut has no TTFT to miss', 'chat ttft max < 1s', [stream(3), cut(5000)], MET],
  [
    'streams that were refused with a body are errors of streams',
    'chat stream errors <= 10%',
    [stream(3), answered(500, ASKED)],
    { ...MISSED, measured: 0.5 },
  ],
  [
    'streams that were limited with a body are throttled streams',
    'chat stream throttled <= 10%',
    [stream(3), answered(429, ASKED)],
    { ...MISSED, measured: 0.5 },
  ],
  [
    'cut requests and timed-out ones are counted apart',
    'chat e2e p50 < 1s',
    [...lasting(10), cut(5000), timedOut(5000), timedOut(6000)],
    {
      ...MISSED,
      reason:
        '1 request had exceeded the limit when the run ended; 2 requests had exceeded the limit when they timed out',
    },
  ],
  [
    'a stream that timed out after its first token has no TTFT to miss',
    'chat ttft max < 1s',
    [stream(3), hung],
    MET,
  ],
  ['its request latency is missed', 'chat e2e max < 1s', [stream(3), hung], MISSED],
  [
    'too many time-outs below the limit leave a percentile open',
    'chat e2e p90 < 5100ms',
    [stream(3), stream(3), timedOut(5000)],
    {
      met: null,
      measured: null,
      reason:
        '1 request timed out below the limit, so the result is open: set answerDeadlineMs of the profile to more than the limit',
    },
  ],
  [
    'few time-outs below the limit do not',
    'chat e2e p50 < 5100ms',
    [stream(3), stream(3), timedOut(5000)],
    MET,
  ],
  [
    'a certain miss is a miss, whatever timed out below the limit',
    'chat e2e p50 < 6s',
    [...lasting(9000, 9000), timedOut(5000)],
    MISSED,
  ],
  ['429s are not errors', 'all errors <= 0%', [...lasting(10), answered(429)], MET],
  [
    'another operation is not counted',
    'chat e2e max < 1s',
    [...lasting(10), exchange({ operation: 'images', timing: { endMs: 9000 } })],
    MET,
  ],
  [
    'nothing measured is neither',
    'images e2e p50 < 1s',
    lasting(10),
    { met: null, unobserved: true },
  ],
  ['no result is neither', 'images errors <= 0%', lasting(10), { met: null, unobserved: true }],
  ['an answer at the limit is not below it', 'chat e2e max < 100ms', lasting(100), MISSED],
  ['an answer at the limit is at most it', 'chat e2e max <= 100ms', lasting(100), MET],
  ['a stream counts in its mode', 'chat stream e2e max < 1s', [stream(3), ...lasting(5000)], MET],
  ['a body counts in its mode', 'chat body e2e max < 1s', [stream(3), ...lasting(5000)], MISSED],
  ['both count without a mode', 'chat e2e max < 1s', [stream(3), ...lasting(5000)], MISSED],
  [
    'throttled is the share of 429s among all answers',
    'throttled <= 25%',
    [...lasting(10, 10), answered(500), answered(429)],
    { ...MET, measured: 0.25 },
  ],
];

test.each(CASES)('compliance: %s ("%s")', (_, objective, exchanges, expected) => {
  expect(comply(objective, exchanges)).toMatchObject(expected ?? {});
});

test.each([
  'chat e2e p90 < 1s',
  'chat stream e2e p90 < 1s',
  'chat ttft p90 < 1s',
  'chat stream ttft p90 < 1s',
])('compliance: "%s" is missed by requests that timed out above the limit', (objective) => {
  const result = comply(objective, [stream(3), stream(3), timedOut(5000)]);
  const reason = '1 request had exceeded the limit when it timed out';
  expect(result).toMatchObject({ ...MISSED, reason });
  expect(result?.measured).toBeCloseTo(5000, 0);
});

test.each(['refused', 'reset', 'truncated', 'oversize', 'timed-out'] as const)(
  'compliance: a request with outcome %s counts as an error and not in goodput',
  (outcome) => {
    const seen = [...lasting(10), exchange({ outcome, timing: { endMs: 500 } })];
    expect(comply('chat e2e max < 1s', seen)?.met).not.toBe(false);
    expect(comply('chat errors <= 10%', seen)).toMatchObject(MISSED);
    expect(comply('chat goodput >= 1/s', seen)).toMatchObject({ measured: 0.5 });
  },
);

test('compliance: the rounding of a percentile to buckets never crosses the limit', () => {
  const met = comply('chat e2e p50 < 100ms', lasting(99.999, 99.999, 200));
  expect(met).toMatchObject(MET);
  expect(met?.measured).toBeLessThanOrEqual(100);
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
