import type { Markup } from '../phrases/markup.ts';
import { placeOf } from '../phrases/operation-figures.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Objective } from '../schema/slo.ts';
import type { OperationTimeline, TimelineColumn, TimelineReport } from '../schema/timeline.ts';
import { backdropOf, HATCHING } from './backdrop.ts';
import { percentileCurve } from './curve-charts.ts';
import { heatMap } from './heat-map.ts';
import { operationChart, type TimedMetric } from './operation-chart.ts';

/** A chart for each operation and mode, on one time axis; streams have one for TTFT too. */
export function timelineCharts(load: LoadReport, objectives: readonly Objective[]): Markup[] {
  const { timeline } = load;
  if (timeline === undefined) return [HATCHING];
  const shared = {
    objectives,
    backdrop: backdropOf(load),
    widthS: timeline.widthS,
    endS: endOf(timeline),
  };
  const charts = inOrder(timeline).flatMap((each) =>
    metricsOf(each).map((metric) => {
      const replays = metric === 'e2e' ? replaysOf(each, timeline) : [];
      return operationChart({ ...shared, timeline: each, metric, replays });
    }),
  );
  return [HATCHING, ...charts];
}

/** How the latencies of each operation are spread: percentiles, and a map over time. */
export function spreadCharts({ timeline }: LoadReport): readonly (Markup | false)[] {
  if (timeline === undefined) return [];
  const { widthS, binRatio } = timeline;
  return inOrder(timeline).flatMap((each) => [
    percentileCurve(each),
    heatMap(each, { widthS, binRatio, endS: endOf(timeline) }),
  ]);
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
