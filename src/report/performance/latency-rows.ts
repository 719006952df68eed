import { ANSWER_MODES, type AnswerMode, isTimed } from '../../measure/answer-mode.ts';
import {
  latencyEffectMs,
  type MinEffect,
  overheadEffectMs,
} from '../../measure/change/min-effect.ts';
import {
  carriesPercentile,
  LEAST_BLOCKS,
  leastObservations,
  percentileChanges,
} from '../../measure/change/percentile-change.ts';
import { type Histogram, toMicroseconds } from '../../measure/histogram.ts';
import {
  ADDED_METRICS,
  SAMPLED_METRICS,
  type Sample,
  type SampledMetric,
  sumOf,
} from '../../measure/sample.ts';
import { formatCount } from '../phrases/number-format.ts';
import { placeOf } from '../phrases/operation-figures.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import type { FigureChange, FigureRow } from './figure-row.ts';
import type { MeasuredLoad } from './measured-subject.ts';

export type Subjects = readonly (MeasuredLoad | undefined)[];
type SubjectBlocks = readonly (readonly Sample[] | undefined)[];

/** How sides are compared. */
export interface ComparisonTerms {
  readonly minEffect: MinEffect;
  /** The blocks of one place were sent one after the other, with the same seed. */
  readonly paired: boolean;
}

/** The tail of a short run is too noisy to make a comparison inconclusive. */
const STATISTICS = [
  { statistic: 'p50', percent: 50, decides: true },
  { statistic: 'p95', percent: 95, decides: true },
  { statistic: 'p99', percent: 99, decides: false },
] as const;
const PERCENTS = STATISTICS.map(({ percent }) => percent);

/** Percentiles of TTFT, ITL, TPOT, request latency and overhead of each operation and mode. */
export function latencyRows(loads: Subjects, options: ComparisonTerms): readonly FigureRow[] {
  return rowsByMode(loads, (operation, mode, blocks) =>
    isTimed(mode)
      ? SAMPLED_METRICS.flatMap((metric) =>
          metricRows({ operation, mode, metric }, blocks, options),
        )
      : [],
  );
}

/** The rows of each operation and mode that a subject has, in the order of the interface. */
export function rowsByMode<Row>(
  loads: Subjects,
  rowsOf: (operation: string, mode: AnswerMode, blocks: SubjectBlocks) => readonly Row[],
): readonly Row[] {
  const operations = new Set(loads.flatMap((load) => [...(load?.blocks.keys() ?? [])]));
  return [...operations]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((operation) =>
      ANSWER_MODES.flatMap((mode) => {
        const blocks = loads.map((load) => load?.blocks.get(operation)?.get(mode));
        return blocks.every((samples) => samples === undefined)
          ? []
          : rowsOf(operation, mode, blocks);
      }),
    );
}

interface Figure {
  readonly operation: string;
  readonly mode: AnswerMode;
  readonly metric: SampledMetric;
}

function metricRows(
  figure: Figure,
  blocks: SubjectBlocks,
  { minEffect, paired }: ComparisonTerms,
): readonly FigureRow[] {
  const histograms = blocks.map((samples) => samples?.map((sample) => sample[figure.metric]) ?? []);
  const whole = blocks.map((samples) => sumOf(samples ?? [])[figure.metric]);
  if (whole.every(({ count }) => count === 0)) return [];
  const [before = [], ...others] = histograms;
  const changes = others.map((after) => percentileChanges({ before, after, paired }, PERCENTS));
  return STATISTICS.map(({ statistic, percent, decides }, column) => {
    const cells = whole.map((histogram) => ({
      value: histogram.percentile(percent) ?? null,
      observations: histogram.count,
    }));
    const value = cells[0]?.value;
    const effect = value == null ? undefined : effectOf(figure, minEffect, value);
    return {
      ...figure,
      statistic,
      unit: 'ms',
      betterWhen: 'lower',
      cells,
      estimates: changes.map((change, at): FigureChange => {
        const pair = [whole[0], whole[at + 1]];
        const reason = whyNot(pair, percent);
        const isMeasured = pair.some((side) => carries(side, percent));
        if (reason !== undefined) return { reason, effect, decides: decides && isMeasured };
        const estimate = change[column];
        const spread = `latencies came in fewer than ${LEAST_BLOCKS} blocks of time`;
        return { effect, decides, estimate, ...(estimate === undefined && { reason: spread }) };
      }),
    };
  });
}

const ADDED: ReadonlySet<SampledMetric> = new Set(ADDED_METRICS);

function effectOf({ metric }: Figure, minEffect: MinEffect, beforeMs: number): number {
  return ADDED.has(metric)
    ? overheadEffectMs(minEffect, beforeMs)
    : latencyEffectMs(minEffect, beforeMs);
}

function carries(histogram: Histogram | undefined, percent: number): boolean {
  return carriesPercentile(histogram?.count ?? 0, percent);
}

/** Why the percentile is not compared; undefined when both sides carry it. */
function whyNot(pair: readonly (Histogram | undefined)[], percent: number): string | undefined {
  if (pair.every((side) => carries(side, percent))) return undefined;
  const least = Math.min(...pair.map((side) => side?.count ?? 0));
  return least === 0
    ? 'nothing was measured on one side'
    : `${formatCount(least)} observations, p${percent} needs ${formatCount(leastObservations(percent))}`;
}

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
    all.flatMap(({ percent, ms }) =>
      ms === undefined ? [] : [[String(percent), toMicroseconds(ms)]],
    ),
  );
}
