import { defined } from '../../input/defined.ts';
import { Histogram } from '../../measure/histogram.ts';
import { BIN_RATIO, type Column, type Timelines } from '../../measure/series/timelines.ts';
import type { TimelineColumn, TimelineReport } from '../schema/timeline.ts';

/** What each operation did over time; undefined when nothing ended. */
export function timelineReport(timelines: Timelines): TimelineReport | undefined {
  const { widthS } = timelines;
  const operations = timelines.timelines().map(({ operation, mode, columns }) => ({
    operation,
    mode,
    columns: [...columns]
      .toSorted(([one], [other]) => one - other)
      .map(([at, column]) => columnReport(at * widthS, column)),
    curve: curveOf(columns.values()),
  }));
  return operations.length === 0 ? undefined : { widthS, binRatio: BIN_RATIO, operations };
}

function columnReport(atS: number, column: Column): TimelineColumn {
  const { good, failed, throttled, e2e, ttft, bins } = column;
  return defined({
    atS,
    good,
    failed: failed || undefined,
    throttled: throttled || undefined,
    e2eP50Ms: rounded(e2e, 50),
    e2eP95Ms: rounded(e2e, 95),
    ttftP50Ms: rounded(ttft, 50),
    ttftP95Ms: rounded(ttft, 95),
    heat: heatOf(bins),
  });
}

/** To the microsecond. */
function rounded(histogram: Histogram, percent: number): number | undefined {
  const ms = histogram.percentile(percent);
  return ms === undefined ? undefined : Math.round(ms * 1000) / 1000;
}

function heatOf(bins: ReadonlyMap<number, number>): string | undefined {
  if (bins.size === 0) return undefined;
  const [first, last] = [Math.min(...bins.keys()), Math.max(...bins.keys())];
  const counts = Array.from({ length: last - first + 1 }, (_, at) => bins.get(first + at) ?? 0);
  return `${first}:${counts.join(',')}`;
}

/** Percents of a percentile curve, before its maximum. */
const CURVE = [1, 10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.9, 99.95, 99.99];

/** Percentiles with at least one response beyond them, and the maximum as 100. */
function curveOf(columns: Iterable<Column>): Record<string, number> {
  const whole = new Histogram();
  for (const { e2e } of columns) whole.merge(e2e);
  const points = CURVE.filter((percent) => Math.round((100 - percent) * whole.count) >= 100).map(
    (percent) => ({ percent, ms: rounded(whole, percent) }),
  );
  const all = [...points, { percent: 100, ms: whole.percentiles()?.max }];
  return Object.fromEntries(
    all.flatMap(({ percent, ms }) => (ms === undefined ? [] : [[String(percent), ms]])),
  );
}
