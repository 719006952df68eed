import { describe, expect, test } from 'vitest';
import { seeded } from '../../../src/input/seeded.ts';
import { UsageError } from '../../../src/input/usage-error.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import {
  type OverheadFigure,
  type OverheadSides,
  overheadFigures,
  QueueGrowth,
} from '../../../src/measure/overhead/overhead-figures.ts';
import {
  judgeOverhead,
  parseOverheadObjective,
} from '../../../src/measure/overhead/overhead-objective.ts';
import type { ResultClass } from '../../../src/measure/result-class.ts';
import { Sample } from '../../../src/measure/sample.ts';
import { exchange } from '../exchange-builder.ts';

const DIRECT_MS = 10;
const ADDED_MS = 3;

/** The blocks of both sides, each filled by a function of its place. */
function sidesOf(
  mode: 'body' | 'stream',
  count: number,
  fill: (floor: Sample, through: Sample, place: number) => void,
): OverheadSides {
  const [floor, through] = [0, 0].map(() => Array.from({ length: count }, () => new Sample()));
  for (const [place, sample] of (floor ?? []).entries()) {
    fill(sample, through?.[place] ?? sample, place);
  }
  const side = (samples: readonly Sample[] = []) =>
    new Map([['chat', new Map([[mode, samples] as const])]]);
  return { floor: side(floor), through: side(through) };
}

/** Blocks of streams, where the machine slows down from each block to the next. */
function blocks(count: number, requests: number): OverheadSides {
  const random = seeded(1);
  const noise = (): number => random() * 0.4;
  return sidesOf('stream', count, (floor, through, place) => {
    for (let request = 0; request < requests; request += 1) {
      floor.ttftFromSend.add(DIRECT_MS + place + noise());
      through.ttftFromSend.add(DIRECT_MS + place + ADDED_MS + noise());
    }
  });
}

describe('overhead figures', () => {
  test('the interval contains what the gateway adds, although the machine gets slower', () => {
    const figures = overheadFigures(blocks(10, 100));
    expect(figures.map(({ mode, metric, percent }) => [mode, metric, percent])).toEqual([
      ['stream', 'ttft', 50],
      ['stream', 'ttft', 90],
      ['stream', 'ttft', 99],
    ]);
    for (const { overheadMs, interval } of figures) {
      expect(overheadMs).toBeCloseTo(ADDED_MS, 0);
      expect(interval?.low).toBeLessThan(ADDED_MS + 0.1);
      expect(interval?.high).toBeGreaterThan(ADDED_MS - 0.1);
      expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeLessThan(1.5);
    }
  });

  test.each([0.1, 0.103, 0.106, 0.109])(
    'an overhead of %s ms is found to 0.003 ms, although a bucket of the latencies is 0.014 ms wide',
    (addedMs) => {
      const random = seeded(2);
      const sides = sidesOf('body', 10, (floor, through) => {
        for (let request = 0; request < 200; request += 1) {
          const directMs = 6.74 + random() * 0.1;
          floor.e2eFromSend.add(directMs);
          through.e2eFromSend.add(directMs + addedMs);
        }
      });
      const [median] = overheadFigures(sides);
      expect(Math.abs((median?.overheadMs ?? 0) - addedMs)).toBeLessThan(0.003);
      expect(median?.interval?.low).toBeLessThan(addedMs);
      expect(median?.interval?.high).toBeGreaterThan(addedMs);
    },
  );

  test('a percentile that too few requests carry is absent', () => {
    const figures = overheadFigures(blocks(10, 15));
    expect(figures.map(({ percent }) => percent)).toEqual([50, 90]);
    expect(figures[0]?.through.observations).toBe(150);
  });

  test('fewer than five pairs of blocks give no interval', () => {
    const figures = overheadFigures(blocks(4, 300));
    expect(figures).toHaveLength(3);
    for (const figure of figures) expect(figure).not.toHaveProperty('interval');
  });

  test('without blocks there are no figures', () => {
    expect(overheadFigures(blocks(0, 0))).toEqual([]);
  });
});

const GOOD: ResultClass = { kind: 'good' };

/** 100 requests, 10 ms apart; the nth has this latency. */
function growthOf(latencyOf: (place: number) => number, resultClass: ResultClass = GOOD): number {
  const growth = new QueueGrowth();
  for (let place = 0; place < 100; place += 1) {
    const intendedMs = place * 10;
    const timing = { intendedMs, sendMs: intendedMs, endMs: intendedMs + latencyOf(place) };
    const one = exchange({ timing });
    growth.record({ exchange: one, mode: 'body', resultClass, timings: timingsOf(one) });
  }
  return growth.ms;
}

test('queue growth: a high latency that stays the same is not a queue', () => {
  expect(growthOf(() => 900)).toBe(0);
});

test('queue growth: from the first fifth to the last one, a queue grows by what each request adds', () => {
  expect(growthOf((place) => 50 + place * 5)).toBeCloseTo(400, 6);
});

test('queue growth: requests that failed say nothing about it, and neither does a block without answers', () => {
  expect(growthOf((place) => place * 5, { kind: 'failed', error: 'status 503' })).toBe(0);
});

/** A figure whose p50 has this interval around 3 ms. */
function figureOf(
  mode: OverheadFigure['mode'],
  interval: { readonly low: number; readonly high: number } | undefined,
): OverheadFigure {
  const side = (ms: number) => ({ ms, observations: 100 });
  const figure = { mode, metric: 'e2e', percent: 50, floor: side(10), through: side(13) } as const;
  return { ...figure, overheadMs: 3, ...(interval && { interval }) };
}

const P50 = parseOverheadObjective('overhead e2e p50 < 5ms');

describe('objectives of the overhead', () => {
  test.each([
    ['below the limit', { low: 2, high: 4 }, true],
    ['above the limit', { low: 6, high: 9 }, false],
    ['around the limit', { low: 2, high: 9 }, null],
    ['unknown', undefined, null],
  ])('an interval %s', (_, interval, met) => {
    expect(judgeOverhead(P50, [figureOf('body', interval)])).toMatchObject({ met, measuredMs: 3 });
  });

  test('without a mode, bodies and streams must both meet it', () => {
    const figures = [
      figureOf('body', { low: 2, high: 4 }),
      figureOf('stream', { low: 6, high: 9 }),
    ];
    expect(judgeOverhead(P50, figures).met).toBe(false);
    const bodies = parseOverheadObjective('overhead body e2e p50 < 5ms');
    expect(judgeOverhead(bodies, figures).met).toBe(true);
  });

  test('the clock-free figure is not judged', () => {
    const free = { ...figureOf('body', { low: 2, high: 4 }), metric: 'addedE2e' as const };
    expect(judgeOverhead(P50, [free])).toMatchObject({ met: null, measuredMs: null });
  });

  test.each([
    ['chat ttft p95 < 800ms', /^Objective is not understood/],
    ['overhead ttft p99 > 5ms', /^Objective is not understood/],
    ['overhead tftt p99 < 5ms', /unknown metric: tftt\. Did you mean ttft\?/],
    ['overhead steam ttft p99 < 5ms', /unknown mode: steam\. Did you mean stream\?/],
    ['overhead body ttft p99 < 5ms', /A body has no tokens/],
    ['overhead body relay p50 < 5ms', /A body has no tokens/],
    ['overhead ttft p95 < 5ms', /needs one of p50, p90, p99/],
    ['overhead ttft p99 < 5', /needs a number and a unit/],
  ])('%s is refused', (text, message) => {
    expect(() => parseOverheadObjective(text)).toThrow(UsageError);
    expect(() => parseOverheadObjective(text)).toThrow(message);
  });
});
