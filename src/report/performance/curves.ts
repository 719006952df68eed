import { isTimed } from '../../measure/answer-mode.ts';
import { sumOf } from '../../measure/change/load-blocks.ts';
import type { Histogram } from '../../measure/histogram.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import { rowsByMode, type Subjects } from './latency-rows.ts';

/** Curves of fewer responses are steps. */
const LEAST_RESPONSES = 20;

/** The percentiles of TTFT and request latency of all subjects, where at least two have enough. */
export function curvesOf(loads: Subjects): readonly PerformanceCurve[] {
  return rowsByMode(loads, (operation, mode, blocks) =>
    !isTimed(mode)
      ? []
      : (['ttft', 'e2e'] as const).flatMap((metric) => {
          const whole = blocks.map((samples) => sumOf(samples ?? [])[metric]);
          const has = whole.filter(({ count }) => count >= LEAST_RESPONSES);
          if (has.length < 2) return [];
          const subjects = whole.map((histogram) => curveRecord(histogram));
          return [{ operation, mode, metric, subjects }];
        }),
  );
}

/** Percents of a percentile curve, before its maximum. */
const CURVE = [1, 10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.9, 99.95, 99.99];

/** Percentiles in ms by percent, each with at least one response beyond it; 100 is the maximum. */
export function curveRecord(histogram: Histogram): Record<string, number> {
  const points = CURVE.filter(
    (percent) => Math.round((100 - percent) * histogram.count) >= 100,
  ).map((percent) => ({ percent, ms: histogram.percentile(percent) }));
  const all = [...points, { percent: 100, ms: histogram.percentiles()?.max }];
  return Object.fromEntries(
    all.flatMap(({ percent, ms }) => (ms === undefined ? [] : [[String(percent), rounded(ms)]])),
  );
}

/** To the microsecond. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
