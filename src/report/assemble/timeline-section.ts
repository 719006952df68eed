import { defined } from '../../input/defined.ts';
import type { Histogram } from '../../measure/histogram.ts';
import type { Timelines } from '../../measure/series/load-series.ts';
import { BIN_RATIO, type Slice, sumOf } from '../../measure/series/slice.ts';
import { curveRecord } from '../performance/curves.ts';
import type { TimelineColumn, TimelineReport } from '../schema/timeline.ts';

/** What each operation did over time; undefined when nothing ended. */
export function timelineReport({ widthS, timelines }: Timelines): TimelineReport | undefined {
  const operations = timelines.map(({ operation, mode, columns }) => ({
    operation,
    mode,
    columns: [...columns]
      .toSorted(([one], [other]) => one - other)
      .map(([at, column]) => columnReport(at * widthS, column)),
    curve: curveRecord(sumOf(columns.values()).e2e),
  }));
  return operations.length === 0 ? undefined : { widthS, binRatio: BIN_RATIO, operations };
}

function columnReport(atS: number, column: Slice): TimelineColumn {
  const { good, failed, throttled, e2e, ttft } = column;
  return defined({
    atS,
    good,
    failed: failed || undefined,
    throttled: throttled || undefined,
    e2eP50Ms: rounded(e2e, 50),
    e2eP95Ms: rounded(e2e, 95),
    ttftP50Ms: rounded(ttft, 50),
    ttftP95Ms: rounded(ttft, 95),
    heat: heatOf(column.bins()),
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
