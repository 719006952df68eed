import { expect, test } from 'vitest';
import type { ReportedLoad } from '../../../src/load/load-result.ts';
import type { Health } from '../../../src/load/tap/tap-frame.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { parseAbortCondition } from '../../../src/measure/abort-watch.ts';
import type { ComplianceResult } from '../../../src/measure/compliance.ts';
import { healthOf } from '../../../src/measure/generator-health.ts';
import { LoadMeasure } from '../../../src/measure/load-measure.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import { loadReport, objectives } from '../../../src/report/assemble/load-section.ts';
import { exchange } from '../../measure/exchange-builder.ts';

function result(text: string, met: boolean | null, measured: number | null): ComplianceResult {
  return { objective: parseObjective(text), met, measured };
}

test.each([
  ['chat ttft p95 < 800ms', true, 760, { value: 40, percentOfLimit: 5 }, 'ms'],
  ['chat ttft p95 < 800ms', false, 1000, { value: -200, percentOfLimit: -25 }, 'ms'],
  ['errors <= 4%', true, 0.01, { value: 3, percentOfLimit: 75 }, '%'],
  ['errors <= 0%', false, 0.5, { value: -50, percentOfLimit: null }, '%'],
  ['throughput >= 20/s', true, 25, { value: 5, percentOfLimit: 25 }, '/s'],
  ['goodput >= 20/s', false, 15, { value: -5, percentOfLimit: -25 }, '/s'],
  ['tokens >= 100/s', true, 100, { value: 0, percentOfLimit: 0 }, 'tokens/s'],
  ['findings <= 0', false, 3, { value: -3, percentOfLimit: null }, 'findings'],
])(
  'margin: "%s" %s at %s is in its unit and relative to its limit',
  (text, met, measured, margin, unit) => {
    expect(objectives([result(text, met, measured)])).toMatchObject([{ met, margin, unit }]);
  },
);

test('margin: an objective has none when the generator could not keep up', () => {
  const [objective] = objectives(
    [result('chat ttft p95 < 800ms', false, 1000)],
    'the load generator could not keep up',
  );
  expect(objective).toMatchObject({ met: null, measured: 1000 });
  expect(objective?.margin).toBeUndefined();
});

const QUIET: Health = {
  atMs: 0,
  scheduled: 0,
  started: 0,
  completed: 0,
  inFlight: 0,
  latenessP99Ms: 0,
  latenessMaxMs: 0,
  schedulerLatencyP99Ms: 0,
  tickerLatenessMaxMs: 0,
  gcShare: 0,
  cpuShare: 0,
  queuedBytes: 0,
};

function load(change: Partial<ReportedLoad> = {}): ReportedLoad {
  const measure = new LoadMeasure([parseObjective('chat e2e p50 < 1s')]);
  const tokensMs = [50, 60, 70, 80];
  measure.record(exchange({ timing: { endMs: 90, tokensMs } }));
  measure.record(exchange({ timing: { endMs: 9000, tokensMs } }));
  measure.record(exchange({ status: 429 }));
  measure.record(exchange({ status: 500 }));
  return {
    workload: WorkloadSchema.parse({ scenario: 'chat', arrivalRate: '2/s', duration: '2s' }),
    durationMs: 2000,
    endMs: 2000,
    measure,
    health: healthOf([], { scheduled: 4, started: 4, notStarted: 0, interrupted: 0 }),
    exchanges: 4,
    judgedExchanges: 4,
    groups: { judged: 0, notJudged: 0 },
    dropped: { bodies: 0, timings: 0 },
    connections: [],
    cutAnswers: new Map(),
    brokenOff: { exchanges: 0, groups: 0 },
    seconds: [],
    judges: [],
    failures: [],
    excluded: [],
    ...change,
  };
}

test('load: goodput counts responses and tokens, 429s are a share of all responses', () => {
  const { chat } = loadReport(load(), []).operations;
  expect(chat?.modes?.stream).toMatchObject({
    throughput: 1,
    goodput: 0.5,
    tokensPerSecond: 4,
    goodTokensPerSecond: 2,
  });
  expect(chat).toMatchObject({ throttled: 1, throttledShare: 0.25, errorRate: 1 / 3 });
});

test('load: without a duration, as for a recording cut in its first second, there is no rate', () => {
  const measure = new LoadMeasure([]);
  const timing = { endMs: 90, tokensMs: [50, 60, 70, 80] };
  measure.record(exchange({ timing }));
  const { operations, arrivalRate } = loadReport(load({ measure, durationMs: 0 }), []);
  const { chat } = operations;
  expect(chat).toMatchObject({ exchanges: 1, errorRate: 0, goodRatio: 1, coalesced: 0 });
  expect(chat?.e2eMs?.max).toBe(90);
  for (const rate of ['throughput', 'goodput', 'tokensPerSecond', 'goodTokensPerSecond']) {
    expect(chat).not.toHaveProperty(rate);
  }
  expect(arrivalRate).toEqual({ offered: 2 });
});

test('load: a response to a slow reader counts, and its times are separate', () => {
  const measure = new LoadMeasure([]);
  measure.record(exchange({ timing: { endMs: 100, tokensMs: [50, 60] } }));
  const slow = { endMs: 9000, tokensMs: [5000, 6000], coalesced: 1, readBytesPerSecond: 1000 };
  measure.record(exchange({ timing: slow }));
  const { chat } = loadReport(load({ measure }), []).operations;
  expect(chat).toMatchObject({ exchanges: 2, throughput: 1, tokensPerSecond: 2, coalesced: 0 });
  expect(chat?.e2eMs?.max).toBe(100);
  expect(chat?.ttftMs?.max).toBe(50);
  expect(chat?.modes?.slow).toMatchObject({ exchanges: 1, e2eMs: { max: 9000 }, coalesced: 1 });
});

test('load: calls of functions have the time to their last argument, apart and in the operation', () => {
  const measure = new LoadMeasure([]);
  measure.record(exchange({ timing: { endMs: 100, tokensMs: [50, 60] } }));
  measure.record(exchange({ timing: { endMs: 90, tokensMs: [20, 80], lastArgumentMs: 80 } }));
  const { chat } = loadReport(load({ measure }), []).operations;
  expect(chat).toMatchObject({ exchanges: 2, argsMs: { max: 80 }, ttftMs: { max: 50 } });
  expect(chat?.modes?.call).toMatchObject({ ttftMs: { max: 20 }, argsFromIntendedMs: { max: 80 } });
  expect(chat?.modes?.stream).not.toHaveProperty('argsMs');
});

test('load: with slow readers alone the operation has no times', () => {
  const measure = new LoadMeasure([]);
  measure.record(exchange({ timing: { endMs: 9000, readBytesPerSecond: 1000 } }));
  const { chat } = loadReport(load({ measure }), []).operations;
  expect(chat?.exchanges).toBe(1);
  expect(chat?.e2eMs).toBeUndefined();
  expect(chat?.modes?.slow?.e2eMs?.max).toBe(9000);
});

test('load: the reason for an early end has the unit of its condition', () => {
  const condition = parseAbortCondition('errors > 20% over 5s');
  expect(
    loadReport(load({ abort: { condition, atMs: 6000, measured: 0.5 } }), []).abortedBy,
  ).toEqual({
    condition: 'errors > 20% over 5s',
    atMs: 6000,
    windowMs: 5000,
    measured: 50,
    limit: 20,
    unit: '%',
  });
  expect(loadReport(load(), []).abortedBy).toBeUndefined();
});

test('load: the series shows the arrivals that each second added', () => {
  const counts = [
    { scheduled: 2, started: 2 },
    { scheduled: 5, started: 4 },
  ];
  const seconds = counts.map((each, at) => ({ ...QUIET, ...each, atMs: (at + 1) * 1000 }));
  const { series } = loadReport(load({ seconds, measure: new LoadMeasure([]) }), []);
  expect(series.map(({ atS, scheduled, started }) => ({ atS, scheduled, started }))).toEqual([
    { atS: 0, scheduled: 2, started: 2 },
    { atS: 1, scheduled: 3, started: 2 },
  ]);
});

test.each([
  [{ arrivalRate: '50/s' }, 'open', 50],
  [{ closed: { users: 3 } }, 'closed', 4],
  [{ trace: 'trace.jsonl' }, 'open', 4],
])('load: the model of %j is %s, and its offered rate %i/s', (workload, model, offered) => {
  const health = healthOf([], { scheduled: 8, started: 8, notStarted: 0, interrupted: 0 });
  const report = loadReport(load({ workload: WorkloadSchema.parse(workload), health }), []);
  expect(report).toMatchObject({ model, arrivalRate: { offered } });
});

test('load: a second in which the engine ended is marked', () => {
  const second = { ...QUIET, atMs: 1000, scheduled: 3, started: 3, inFlight: 1 };
  const { series } = loadReport(load({ seconds: [second] }), []);
  expect(series.map(({ atS, scheduled, partial }) => ({ atS, scheduled, partial }))).toEqual([
    { atS: 0, scheduled: 3, partial: undefined },
    { atS: 9, scheduled: 0, partial: true },
  ]);
});
