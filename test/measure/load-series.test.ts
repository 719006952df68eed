import { expect, test } from 'vitest';
import type { AnswerMode } from '../../src/measure/answer-mode.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { LoadSeries } from '../../src/measure/load-series.ts';
import { type RecentFigures, recentFigures } from '../../src/measure/recent-figures.ts';
import type { ResultClass } from '../../src/measure/result-class.ts';
import { timelineReport } from '../../src/report/assemble/load-section.ts';
import { blocksOf, samplesRecord } from '../../src/report/performance/measured-subject.ts';
import { SamplesSchema, TimelineSchema } from '../../src/report/schema/load.ts';
import { exchange } from './exchange-builder.ts';

const GOOD = { kind: 'good' } as const;
const FAILED = { kind: 'failed', error: 'status 500' } as const;

/** What a chat that ended at that time is measured as. */
function ended(endMs: number, mode: AnswerMode, resultClass: ResultClass, ms: number) {
  const timings = { e2eMs: ms, e2eFromIntendedMs: ms, itlMs: [], tokens: 0 };
  return { exchange: exchange({ timing: { endMs } }), mode, resultClass, timings };
}

/** One answer of 10 ms in each second. */
function steady(seconds: number): LoadSeries {
  const series = new LoadSeries();
  for (let atS = 0; atS < seconds; atS += 1) {
    series.add(ended(atS * 1000 + 500, 'body', GOOD, 10), true);
  }
  return series;
}

test('timeline: each second is a column, by operation and mode', () => {
  const series = new LoadSeries();
  series.add(ended(200, 'body', GOOD, 10), true);
  series.add(ended(900, 'body', GOOD, 30), true);
  series.add(ended(1100, 'stream', FAILED, 1), true);
  const report = timelineReport(series.columns());
  expect(TimelineSchema.parse(report)).toEqual(report);
  expect(report?.operations).toEqual([
    {
      operation: 'chat',
      mode: 'body',
      columns: [
        {
          atS: 0,
          good: 2,
          e2eP50Ms: expect.closeTo(10, 1),
          e2eP95Ms: expect.closeTo(30, 1),
          heat: '10:1,0,0,0,0,1',
        },
      ],
      curve: {
        1: expect.closeTo(10, 1),
        10: expect.any(Number),
        25: expect.any(Number),
        50: expect.closeTo(10, 1),
        100: 30,
      },
    },
    { operation: 'chat', mode: 'stream', columns: [{ atS: 1, good: 0, failed: 1 }], curve: {} },
  ]);
});

test('timeline: columns widen with the run and keep every answer', () => {
  const [short, long] = [90, 10_000].map((seconds) => timelineReport(steady(seconds).columns()));
  expect(short?.widthS).toBe(1);
  expect(long?.widthS).toBe(128);
  const columns = long?.operations[0]?.columns ?? [];
  expect(columns.length).toBeLessThanOrEqual(90);
  expect(columns.reduce((sum, { good }) => sum + good, 0)).toBe(10_000);
  expect(columns[1]).toMatchObject({ atS: 128, good: 128, heat: '10:128' });
});

test('timeline: times of slow readers are those of the reader, and excluded', () => {
  const series = new LoadSeries();
  series.add(ended(200, 'slow', GOOD, 9000), true);
  expect(timelineReport(series.columns())).toBeUndefined();
});

test('timeline: the curve ends with the percentile that the answers carry', () => {
  const percents = (count: number) =>
    Object.keys(timelineReport(steady(count).columns())?.operations[0]?.curve ?? {}).map(Number);
  expect(Math.max(...percents(99).filter((percent) => percent < 100))).toBe(98);
  expect(percents(100)).toContain(99);
  expect(percents(1000)).toContain(99.9);
  expect(percents(100)).not.toContain(99.5);
});

test('blocks: a run is cut into twelve, each answer by its end, and the report keeps what the gateway adds', () => {
  const series = steady(24);
  const added = {
    ttftMs: 1,
    e2eMs: 2,
    forwardMs: 0.5,
    tokens: { count: 2, reads: 1, relayMs: [3, 4] },
  };
  series.addRelay(exchange({ timing: { endMs: 15_500 } }), added);
  series.add(ended(23_900, 'slow', GOOD, 9000), true);
  series.add(ended(23_900, 'replay', GOOD, 1), true);
  const record = samplesRecord(series.blocks());
  expect(SamplesSchema.parse(record)).toEqual(record);
  const chat = blocksOf(record).get('chat');
  expect(chat?.get('body')?.map(({ good }) => good)).toEqual(Array(12).fill(2));
  const sample = chat?.get('body')?.[7];
  expect(sample?.addedTtft.percentile(50)).toBeCloseTo(1, 1);
  expect(sample?.forward.percentile(50)).toBeCloseTo(0.5, 1);
  expect(sample?.relay.percentile(100)).toBeCloseTo(4, 1);
  const slow = chat?.get('slow')?.at(-1);
  expect([slow?.good, slow?.e2e.count]).toEqual([1, 0]);
  expect(chat?.has('replay')).toBe(false);
});

type Changes = NonNullable<Parameters<typeof exchange>[0]>;
type Timing = NonNullable<Changes['timing']>;

/** The figures at the end of the last of these seconds. */
function figuresAfter(...seconds: readonly (readonly Changes[])[]): readonly RecentFigures[] {
  const measure = new LoadMeasure([]);
  for (const [index, second] of seconds.entries()) {
    for (const { timing = {}, ...changes } of second) {
      measure.record(exchange({ ...changes, timing: later(timing, index * 1000) }));
    }
  }
  return recentFigures(measure.series, seconds.length);
}

function later(timing: Timing, ms: number): Timing {
  const { tokensMs, endMs = 100 } = timing;
  const times = { intendedMs: ms, sendMs: ms, endMs: endMs + ms };
  return { ...times, ...(tokensMs && { tokensMs: tokensMs.map((at) => at + ms) }) };
}

const slow: Changes = { timing: { endMs: 900, tokensMs: [800, 900] } };
const quick: Changes = { timing: { endMs: 90, tokensMs: [80, 90] } };

test('recent: what is older than five seconds is forgotten', () => {
  const [chat] = figuresAfter([slow, slow], [], [quick], [], [], [quick]);
  expect(chat?.ttftP95Ms).toBeCloseTo(80, 0);
  expect(chat?.e2eP95Ms).toBeCloseTo(90, 0);
  expect(chat?.throughput).toBeCloseTo(2 / 5, 5);
});

test('recent: throughput in the first seconds counts per elapsed time', () => {
  expect(figuresAfter([quick, quick, quick])[0]?.throughput).toBeCloseTo(3, 5);
});

test('recent: errors are a share of what settled, 429s are counted separately', () => {
  const [chat] = figuresAfter([quick, { status: 500 }, { status: 429 }, { status: 429 }]);
  expect(chat).toMatchObject({ errorShare: 0.5, throttled: 2 });
});

test('recent: an operation that fell silent is still listed, without figures', () => {
  const silent = figuresAfter([{ operation: 'images' }], [], [], [], [], [], [quick]);
  expect(silent).toEqual([
    { operation: 'images', throughput: 0, errorShare: null, throttled: 0 },
    expect.objectContaining({ operation: 'chat', errorShare: 0 }),
  ]);
});
