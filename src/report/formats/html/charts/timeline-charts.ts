import { type Markup, markup } from '../../../phrases/markup.ts';
import { placeOf } from '../../../phrases/operation-figures.ts';
import type { LoadReport } from '../../../schema/load.ts';
import type { Objective } from '../../../schema/slo.ts';
import type {
  OperationTimeline,
  TimelineColumn,
  TimelineReport,
} from '../../../schema/timeline.ts';
import { backdropOf } from './backdrop.ts';
import { heatMap } from './heat-map.ts';
import { operationChart, type TimedMetric } from './operation-chart.ts';
import { percentileCurve } from './percentile-curve.ts';

/** A chart for each operation and mode, on one time axis; streams have one for TTFT too. */
export function timelineCharts(load: LoadReport, objectives: readonly Objective[]): Markup[] {
  const { timeline } = load;
  if (timeline === undefined) return [];
  const backdrop = backdropOf(load);
  const { widthS } = timeline;
  const endS = endOf(timeline);
  return inOrder(timeline).flatMap((each) =>
    metricsOf(each).map((metric) => {
      const replays = metric === 'e2e' ? replaysOf(each, timeline) : [];
      return operationChart({
        timeline: each,
        metric,
        widthS,
        endS,
        objectives,
        backdrop,
        replays,
      });
    }),
  );
}

/** How the latencies of each operation are spread: percentiles, and a map over time. */
export function spreadCharts({ timeline }: LoadReport): Markup | false {
  if (timeline === undefined) return false;
  const { widthS, binRatio } = timeline;
  const charts = inOrder(timeline).flatMap((each) => [
    percentileCurve(each),
    heatMap(each, { widthS, binRatio, endS: endOf(timeline) }),
  ]);
  return (
    charts.some((chart) => chart !== false) &&
    markup`<div class="charts">
${charts}</div>`
  );
}

/** Idempotent replays of the operation, which have no chart of their own. */
function replaysOf(
  { operation }: OperationTimeline,
  { operations }: TimelineReport,
): readonly TimelineColumn[] {
  return operations
    .filter((each) => each.operation === operation && each.mode === 'replay')
    .flatMap(({ columns }) => columns);
}

function inOrder({ operations }: TimelineReport): readonly OperationTimeline[] {
  const executed = operations.filter(({ mode }) => mode !== 'replay');
  return executed.toSorted((one, other) => placeOf(one.operation) - placeOf(other.operation));
}

function endOf({ operations, widthS }: TimelineReport): number {
  return Math.max(...operations.flatMap(({ columns }) => columns.map(({ atS }) => atS + widthS)));
}

function metricsOf({ columns }: OperationTimeline): readonly TimedMetric[] {
  return columns.some(({ ttftP50Ms }) => ttftP50Ms !== undefined) ? ['ttft', 'e2e'] : ['e2e'];
}
