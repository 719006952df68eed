import { expect, test } from 'vitest';
import { DEFAULT_MIN_EFFECT } from '../../../src/measure/change/min-effect.ts';
import { Histogram } from '../../../src/measure/histogram.ts';
import { performanceBlocks } from '../../../src/report/document/performance.ts';
import { comparePerformance } from '../../../src/report/performance/compare-performance.ts';
import { curveRecord } from '../../../src/report/performance/latency-rows.ts';
import { measuredSubject } from '../../../src/report/performance/measured-subject.ts';
import { type Performance, PerformanceSchema } from '../../../src/report/schema/performance.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { conformanceOnly } from '../sample-report.ts';
import { syntheticReport } from './synthetic-report.ts';

const LABELS = ['before <1>', 'after'];

function compared(...reports: readonly RunReport[]): Performance {
  const subjects = reports.map((report, at) => measuredSubject(LABELS[at] ?? `${at}`, report));
  const performance = comparePerformance(subjects, {
    minEffect: DEFAULT_MIN_EFFECT,
    paired: false,
  });
  if (performance === undefined) throw new Error('nothing was compared');
  return performance;
}

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
  const subjects = [conformanceOnly(), conformanceOnly()].map((each) => measuredSubject('x', each));
  expect(
    comparePerformance(subjects, { minEffect: DEFAULT_MIN_EFFECT, paired: false }),
  ).toBeUndefined();
});

test('curves: a percentile needs a response beyond it', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 100; ms += 1) histogram.add(ms);
  const curve = curveRecord(histogram);
  expect(Object.keys(curve)).toContain('99');
  expect(Object.keys(curve)).not.toContain('99.5');
  expect(curve['100']).toBe(100);
});
