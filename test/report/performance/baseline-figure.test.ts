import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerMode } from '../../../src/measure/answer-mode.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import { Sample } from '../../../src/measure/sample.ts';
import { baselineFigure } from '../../../src/report/performance/baseline-figure.ts';
import { blocksOf, samplesRecord } from '../../../src/report/performance/measured-subject.ts';
import { type LoadReport, SamplesSchema } from '../../../src/report/schema/load.ts';
import type { OperationLoad } from '../../../src/report/schema/traffic.ts';
import { load } from '../sample-load.ts';

const PERCENTILES = { p50: 10, p90: 20, p95: 30, p99: 40, max: 50 };

function figures(change: Partial<OperationLoad>): OperationLoad {
  const counts = { throttled: 0, inFlightRefusals: 0, aborted: 0, cutByEnd: 0 };
  return { exchanges: 100, errorRate: 0, errors: {}, goodRatio: 1, ...counts, ...change };
}

const CHAT = figures({
  exchanges: 300,
  errorRate: 0.04,
  throughput: 10,
  goodput: 9,
  ttftFromIntendedMs: PERCENTILES,
  ttftMs: { ...PERCENTILES, p95: 29 },
  modes: {
    stream: figures({ e2eFromIntendedMs: { ...PERCENTILES, p50: 99 } }),
    replay: figures({ e2eFromIntendedMs: { ...PERCENTILES, p50: 3 } }),
  },
});
const LOAD: LoadReport = {
  ...load({}),
  operations: { chat: CHAT, images: figures({ throughput: 5, goodput: 4 }) },
};

test.each([
  ['chat ttft p95 < 1ms', 30],
  ['chat ttft max < 1ms', 50],
  ['chat stream e2e p50 < 1ms', 99],
  ['chat replay p50 < 1ms', 3],
  ['images replay p50 < 1ms', undefined],
  ['chat errors < 1%', 0.04],
  ['all errors < 1%', 0.03],
  ['all throughput > 1/s', 15],
  ['chat goodput > 1/s', 9],
  ['chat ttft p97 < 1ms', undefined],
  ['chat slow e2e p50 < 1ms', undefined],
  ['responses e2e p50 < 1ms', undefined],
  ['all ttft p95 < 1ms', undefined],
  ['findings < 1', undefined],
])('figure of a baseline: that of %s is %s', (text, figure) => {
  expect(baselineFigure(LOAD)(parseObjective(text))).toBe(figure);
});

const durationsMs = fc.array(fc.double({ min: 0, max: 3_600_000, noNaN: true }), { maxLength: 50 });

test('samples: what a report holds of any latencies is the same counts, to 0.6 %', () => {
  fc.assert(
    fc.property(durationsMs, fc.nat(1000), (latenciesMs, good) => {
      const sample = new Sample();
      sample.good = good;
      for (const ms of latenciesMs) sample.e2e.add(ms);
      const record = SamplesSchema.parse(
        samplesRecord(new Map([['chat', new Map<AnswerMode, Sample[]>([['body', [sample]]])]])),
      );
      const read = blocksOf(record).get('chat')?.get('body')?.[0];
      expect(read?.good).toBe(good);
      expect(read?.e2e.count).toBe(latenciesMs.length);
      for (const percent of [1, 50, 95, 100]) {
        const [was, is] = [sample, read].map((each) => each?.e2e.percentile(percent) ?? 0.001);
        // Below a microsecond, all durations are one.
        if ((was ?? 0) < 0.002) continue;
        expect(Math.abs((is ?? 0) / (was ?? 1) - 1)).toBeLessThan(0.006);
      }
    }),
  );
});

test('samples: neighbouring buckets are written without their numbers', () => {
  const sample = new Sample();
  for (const ms of [20, 20.2, 20.2, 40]) sample.ttft.add(ms);
  const blocks = new Map([['chat', new Map<AnswerMode, Sample[]>([['stream', [sample]]])]]);
  expect(samplesRecord(blocks).chat?.stream?.[0]).toEqual({
    good: 0,
    failed: 0,
    throttled: 0,
    withinSlo: 0,
    ttft: '991:1,2;1060:1',
  });
});

test.each(['1021', '1021:', '1021:3;', '-1:3', '99999:1', '1021:3,;1', 'x'])(
  'samples: %j is refused',
  (ttft) => {
    const sample = { good: 1, failed: 0, throttled: 0, withinSlo: 1, ttft };
    expect(SamplesSchema.safeParse({ chat: { stream: [sample] } }).success).toBe(false);
  },
);
