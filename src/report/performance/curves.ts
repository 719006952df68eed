import { isTimed } from '../../measure/answer-mode.ts';
import { sumOf } from '../../measure/change/load-blocks.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import { curveRecord } from './curve-record.ts';
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
