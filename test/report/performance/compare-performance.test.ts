import { describe, expect, test } from 'vitest';
import { DEFAULT_MIN_EFFECT } from '../../../src/measure/change/min-effect.ts';
import { Histogram } from '../../../src/measure/histogram.ts';
import { performanceBlocks } from '../../../src/report/document/performance.ts';
import { comparePerformance } from '../../../src/report/performance/compare-performance.ts';
import { curveRecord } from '../../../src/report/performance/latency-rows.ts';
import { measuredSubject } from '../../../src/report/performance/measured-subject.ts';
import { type Performance, PerformanceSchema } from '../../../src/report/schema/performance.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { foundKnee } from '../sample-capacity.ts';
import { conformanceOnly } from '../sample-report.ts';
import { syntheticReport } from './synthetic-report.ts';

const BEFORE = syntheticReport({ seed: 1, ttftMs: 20 });

describe('performance of two reports', () => {
  test('equal builds: every figure that decides is the same', () => {
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 20 }));
    expect(performance.words).toEqual(['same']);
    expect(PerformanceSchema.safeParse(performance).error).toBeUndefined();
    expect(figures(performance)).toEqual([
      'errors same',
      'goodput same',
      'ttft p50 same',
      'ttft p95 same',
      'ttft p99 same',
      'e2e p50 same',
      'e2e p95 same',
      'e2e p99 same',
    ]);
  });

  test('a TTFT that is 4 ms longer is worse, though the whole latency is the same', () => {
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 24 }));
    expect(performance.words).toEqual(['worse']);
    expect(figures(performance)).toContain('ttft p50 worse');
    expect(figures(performance)).toContain('e2e p50 same');
    const row = performance.rows.find(
      ({ metric, statistic }) => metric === 'ttft' && statistic === 'p50',
    );
    const change = row?.changes[0];
    expect(change?.delta).toBeCloseTo(4, 0);
    expect(change?.ratio).toBeCloseTo(1.2, 1);
    expect(change?.interval?.low).toBeGreaterThan(3);
    expect(change?.interval?.high).toBeLessThan(5);
  });

  test('a TTFT that is 4 ms shorter is better', () => {
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 16 }));
    expect(performance.words).toEqual(['better']);
  });

  test('loads with both ends: an overhead that grew by half a millisecond is worse', () => {
    const run = (seed: number, addedMs: number) => syntheticReport({ seed, ttftMs: 20, addedMs });
    const performance = compared(run(1, 1), run(2, 1.5));
    expect(performance.words).toEqual(['worse']);
    expect(figures(performance)).toContain('ttft p50 same');
    expect(figures(performance)).toContain('addedTtft p50 worse');
    expect(changeOf(performance, 'addedTtft', 'p50').minEffect).toBeCloseTo(0.2, 6);
    expect(compared(run(1, 1), run(2, 1.02)).words).toEqual(['same']);
  });

  test('errors in 5 % of the requests are worse', () => {
    const after = syntheticReport({ seed: 2, ttftMs: 20, failedPerBlock: 5 });
    const performance = compared(BEFORE, after);
    expect(performance.words).toEqual(['worse']);
    expect(performance.rows[0]).toMatchObject({
      operation: 'all',
      metric: 'errors',
      unit: '%',
      cells: [{ value: 0, observations: 1200 }, { observations: 1260 }],
      changes: [{ word: 'worse' }],
    });
  });

  test('percentiles that the observations do not carry are uncertain, and say how many they need', () => {
    const few = (seed: number) => syntheticReport({ seed, ttftMs: 20, perBlock: 10 });
    const performance = compared(few(1), few(2));
    expect(changeOf(performance, 'ttft', 'p50').word).toBe('same');
    expect(changeOf(performance, 'ttft', 'p95')).toMatchObject({
      word: 'cannot-tell',
      decides: false,
      interval: null,
      reason: '120 observations, p95 needs 200',
    });
  });

  test('an operation that only one report has is uncertain', () => {
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 20 }, { samples: {} }));
    expect(performance.words).toEqual(['cannot-tell']);
    expect(changeOf(performance, 'ttft', 'p50')).toMatchObject({
      word: 'cannot-tell',
      decides: true,
      reason: 'nothing was measured on one side',
    });
  });

  test.each([
    ['scenarios', { scenario: 'chat' }, 'the scenarios differ: mixed and chat'],
    ['models', { model: 'closed' }, 'the models differ: open and closed'],
    [
      'target rates',
      { arrivalRate: { offered: 80 } },
      'the target rates differ: 50 req/s and 80 req/s',
    ],
  ] as const)('loads with different %s cannot be compared', (_, change, reason) => {
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 40 }, change));
    expect(performance.words).toEqual(['cannot-tell']);
    expect(performance.notes).toContain(`Loads of after cannot be compared: ${reason}.`);
    expect(changeOf(performance, 'ttft', 'p50')).toMatchObject({ word: 'cannot-tell', reason });
  });

  test('a load whose generator could not keep up shows nothing', () => {
    const health = { ...(BEFORE.load?.health ?? never()), healthy: false };
    const performance = compared(BEFORE, syntheticReport({ seed: 2, ttftMs: 40 }, { health }));
    expect(performance.words).toEqual(['cannot-tell']);
    expect(performance.notes[0]).toContain('the load generator could not keep up');
  });

  test('knees: one that is a quarter lower is worse, by the intervals of both searches', () => {
    const knee = (arrivalRate: number): RunReport => ({
      ...foundKnee(),
      capacity: {
        ...(foundKnee().capacity ?? never()),
        knee: {
          arrivalRate,
          confidence: { low: arrivalRate * 0.98, high: arrivalRate * 1.02, level: 0.95 },
          settled: true,
        },
      },
    });
    expect(compared(knee(40), knee(30)).words).toEqual(['worse']);
    expect(compared(knee(40), knee(40.2)).words).toEqual(['same']);
    expect(compared(knee(40), knee(50)).words).toEqual(['better']);
  });

  test('reports of conformance have no performance', () => {
    const subjects = [conformanceOnly(), conformanceOnly()].map((report) =>
      measuredSubject('one', report),
    );
    expect(comparePerformance(subjects, { minEffect: DEFAULT_MIN_EFFECT, paired: false })).toBe(
      undefined,
    );
  });
});

function compared(...reports: readonly RunReport[]): Performance {
  const labels = ['before', 'after'];
  const subjects = reports.map((report, at) => measuredSubject(labels[at] ?? '', report));
  const options = { minEffect: DEFAULT_MIN_EFFECT, paired: false };
  return comparePerformance(subjects, options) ?? never();
}

function figures({ rows }: Performance): readonly string[] {
  return rows.map(({ metric, statistic, changes }) =>
    [metric, statistic, changes[0]?.word].filter((part) => part !== undefined).join(' '),
  );
}

function changeOf({ rows }: Performance, metric: string, statistic: string) {
  const row = rows.find((each) => each.metric === metric && each.statistic === statistic);
  return row?.changes[0] ?? never();
}

function never(): never {
  throw new Error('The sample has it.');
}

const LABELS = ['before <1>', 'after'];
const TWO = compared(
  syntheticReport({ seed: 1, ttftMs: 20 }),
  syntheticReport({ seed: 2, ttftMs: 24 }),
);

test('curves: TTFT and request latency of both builds have their percentiles', () => {
  expect(PerformanceSchema.parse(TWO).curves).toEqual(TWO.curves);
  expect(TWO.curves?.map(({ metric, mode }) => `${mode} ${metric}`)).toEqual([
    'stream ttft',
    'stream e2e',
  ]);
  const [before, after] = TWO.curves?.[0]?.subjects ?? [];
  const row = TWO.rows.find(({ metric, statistic }) => metric === 'ttft' && statistic === 'p95');
  expect(before?.['95']).toBeCloseTo(row?.cells[0]?.value ?? 0, 2);
  expect(after?.['95']).toBeCloseTo(row?.cells[1]?.value ?? 0, 2);
});

/** The charts of the page. */
function drawn(performance: Performance): readonly string[] {
  return performanceBlocks(performance, LABELS)
    .flatMap((block) => (block?.kind === 'charts' ? block.draw() : []))
    .map(({ text }) => text);
}

test('curves: the page draws both builds over each other, with their names', () => {
  const charts = drawn(TWO);
  expect(charts).toHaveLength(2);
  for (const chart of charts) {
    const lines = [...chart.matchAll(/<path class="line (first|second)" d="(M[^"]+)"/g)];
    expect(lines.map(([, kind]) => kind)).toEqual(['first', 'second']);
    expect(lines[0]?.[2]).not.toBe(lines[1]?.[2]);
    expect(chart).toContain('<span class="first">before &lt;1&gt;</span>');
    expect(chart).toMatch(/aria-label="[^"]+ of chat[^"]+: before &lt;1&gt; p50 .+; after p50 .+/);
  }
});

test('curves: runs without a load have none', () => {
  expect(drawn({ ...TWO, curves: [] })).toEqual([]);
});

test('curves: a percentile needs a response beyond it', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 100; ms += 1) histogram.add(ms);
  const curve = curveRecord(histogram);
  expect(Object.keys(curve)).toContain('99');
  expect(Object.keys(curve)).not.toContain('99.5');
  expect(curve['100']).toBe(100);
});
