import { defined } from '../../input/defined.ts';
import { Histogram } from '../../measure/histogram.ts';
import { BIN_RATIO, type Column, type Timelines } from '../../measure/series/timelines.ts';
import { curveRecord } from '../performance/curve-record.ts';
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
    curve: curveRecord(e2eOf(columns.values())),
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

function e2eOf(columns: Iterable<Column>): Histogram {
  const whole = new Histogram();
  for (const { e2e } of columns) whole.merge(e2e);
  return whole;
}
