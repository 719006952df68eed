import { defined } from '../../input/defined.ts';
import type { LoadResult, ReportedLoad } from '../../load/load-result.ts';
import type { Abort } from '../../measure/abort-watch.ts';
import { type AnswerMode, isTimed } from '../../measure/answer-mode.ts';
import type { ComplianceResult } from '../../measure/compliance.ts';
import { isUnhealthy } from '../../measure/generator-health.ts';
import { type Histogram, middleMs, toMicroseconds } from '../../measure/histogram.ts';
import type { JobMeasure } from '../../measure/job-measure.ts';
import type { ByMode, Columns } from '../../measure/load-series.ts';
import type { Objective as Bound } from '../../measure/objective.ts';
import { type Sample, sumOf, wholeOf } from '../../measure/sample.ts';
import { curveRecord } from '../performance/latency-rows.ts';
import { samplesRecord } from '../performance/measured-subject.ts';
import type { LoadReport, TimelineColumn, TimelineReport, Violation } from '../schema/load.ts';
import type { Objective } from '../schema/run-report.ts';
import type { JobFigures, OperationLoad } from '../schema/traffic.ts';
import { traceRecord } from './evidence-record.ts';
import { objectiveRecord } from './objective.ts';

/** In place of a scenario, where clients sent the requests. */
const WATCHED = 'watched traffic';

/** @param violations that the rules found in the load, by rule and operation */
export function loadReport(
  load: ReportedLoad,
  violations: readonly Violation[],
  traceLink?: string,
): LoadReport {
  const { workload, measure, health, durationMs, exchanges, judgedExchanges, excluded, brokenOff } =
    load;
  const whole = measure.series.whole();
  const blocks = measure.series.blocks();
  const slowest = slowestRecord(measure, traceLink);
  // Unknown for a recording that was cut in its first second.
  const seconds = durationMs > 0 ? durationMs / 1000 : undefined;
  return {
    ...(load.isWatched === true
      ? { scenario: WATCHED, workload: {} }
      : {
          scenario: workload.scenario,
          model: workload.arrivals === 'closed' ? 'closed' : 'open',
          workload: { ...workload },
        }),
    durationMs,
    exchanges,
    judgedExchanges,
    judgedShare: exchanges === 0 ? 1 : judgedExchanges / exchanges,
    groups: load.groups,
    dropped: load.dropped,
    ...(load.connections.length > 0 && {
      connections: load.connections.map((each) => ({ ...each })),
    }),
    ...(brokenOff.exchanges + brokenOff.groups > 0 && { brokenOff }),
    ...(load.abort && { abortedBy: abortedBy(load.abort) }),
    arrivalRate: {
      offered: offeredRate(load),
      ...(seconds !== undefined && { started: health.started / seconds }),
    },
    operations: Object.fromEntries(
      [...whole].map(([operation, modes]) => [operation, operationLoad(modes, seconds)]),
    ),
    ...(load.relays && { relays: { ...load.relays } }),
    ...defined({ overhead: load.relays && addedRecord(whole) }),
    ...(measure.jobs.created > 0 && { jobs: jobFigures(measure.jobs) }),
    violations: [...violations],
    ...(slowest.length > 0 && { slowest }),
    series: series(load),
    ...defined({ timeline: timelineReport(measure.series.columns()) }),
    ...(blocks.size > 0 && { samples: samplesRecord(blocks) }),
    health: load.isWatched === true ? { watched: true, ...health } : health,
    ...(excluded.length > 0 && { excluded: [...excluded] }),
  };
}

function slowestRecord(
  { slowest }: LoadResult['measure'],
  traceLink: string | undefined,
): NonNullable<LoadReport['slowest']> {
  return slowest.found.flatMap(({ exchange, mode, timings }) => {
    const trace = traceRecord(exchange.request, traceLink);
    if (trace === undefined) return [];
    const { id, operation } = exchange;
    const { e2eMs, ttftMs } = timings;
    return [defined({ exchange: id, operation, mode, e2eMs, ttftMs, trace })];
  });
}

/** What the gateway added to the requests of each operation whose upstream request is known. */
function addedRecord(whole: ByMode<Sample>): LoadReport['overhead'] {
  const byOperation = [...whole].flatMap(([operation, modes]) => {
    const sample = sumOf(modes.values());
    return sample.addedE2e.count === 0 ? [] : [[operation, addedFigures(sample)] as const];
  });
  return byOperation.length === 0 ? undefined : Object.fromEntries(byOperation);
}

function addedFigures(sample: Sample) {
  return defined({
    ttftMs: sample.addedTtft.percentiles(),
    e2eMs: sample.addedE2e.percentiles(),
    forwardMs: sample.forward.percentiles(),
    relayMs: sample.relay.percentiles(),
    tokensPerRead: sample.relayedReads > 0 ? sample.relayedTokens / sample.relayedReads : undefined,
  });
}

/** Arrivals per second; only the run itself shows those of a closed model and of a trace. */
function offeredRate({ workload, health, durationMs }: LoadResult): number {
  const { arrivals, arrivalsPerSecond } = workload;
  if (arrivals !== 'closed' && arrivals !== 'trace') return arrivalsPerSecond;
  return (health.scheduled / Math.max(durationMs, 1)) * 1000;
}

function operationLoad(
  byMode: ReadonlyMap<AnswerMode, Sample>,
  seconds: number | undefined,
): OperationLoad {
  const whole = wholeOf(byMode);
  if (byMode.size < 2 && [...byMode.keys()].every(isTimed)) return figures(whole, seconds);
  const modes = [...byMode].map(([mode, measure]) => [mode, figures(measure, seconds)]);
  return { ...figures(whole, seconds), modes: Object.fromEntries(modes) };
}

/** @param seconds of the load; without them nothing is known per second */
function figures(measure: Sample, seconds: number | undefined): OperationLoad {
  const perSecond = (count: number) => (seconds === undefined ? undefined : count / seconds);
  const settled = measure.good + measure.failed;
  const answered = settled + measure.throttled;
  return defined({
    exchanges: measure.exchanges,
    throughput: perSecond(measure.good),
    errorRate: settled === 0 ? 0 : measure.failed / settled,
    errors: Object.fromEntries(measure.errors),
    throttled: measure.throttled,
    throttledShare: answered === 0 ? 0 : measure.throttled / answered,
    inFlightRefusals: measure.inFlightRefusals,
    jobOver: measure.jobOver || undefined,
    aborted: measure.aborted,
    cutByEnd: measure.cut,
    staleConnections: measure.metClosing || undefined,
    replayed: measure.replayed || undefined,
    waited: measure.waited || undefined,
    goodput: perSecond(measure.withinSlo),
    goodRatio: settled === 0 ? null : measure.withinSlo / settled,
    uploadBytesPerSecond: perSecond(measure.uploadBytes) || undefined,
    ...(measure.tokens > 0 && {
      tokensPerSecond: perSecond(measure.tokens),
      goodTokensPerSecond: perSecond(measure.goodTokens),
      coalesced: measure.coalesced,
    }),
    ttftMs: measure.ttftFromSend.percentiles(),
    itlMs: measure.itl.percentiles(),
    tpotMs: measure.tpot.percentiles(),
    argsMs: measure.argsFromSend.percentiles(),
    e2eMs: measure.e2eFromSend.percentiles(),
    ttftFromIntendedMs: measure.ttft.percentiles(),
    argsFromIntendedMs: measure.args.percentiles(),
    e2eFromIntendedMs: measure.e2e.percentiles(),
  });
}

function jobFigures(jobs: JobMeasure): JobFigures {
  const { created, completed, failed, cancelled, notEnded } = jobs;
  return defined({
    created,
    completed,
    failed,
    cancelled,
    notEnded,
    durationMs: jobs.duration.percentiles(),
    pollLagMs: jobs.pollLag.percentiles(),
    statedPollLagMs: jobs.statedPollLag.percentiles(),
    cancelLatencyMs: jobs.cancelLatency.percentiles(),
  });
}

/** Arrivals and answers side by side, for every second that had either. */
function series({ measure, seconds }: LoadResult): LoadReport['series'] {
  const arrivals = new Map(arrivalsBySecond(seconds).map((second) => [second.atS, second]));
  const finished = new Map(measure.series.seconds().map((second) => [second.atS, second]));
  const all = [...new Set([...arrivals.keys(), ...finished.keys()])].toSorted((a, b) => a - b);
  const inFlight = measure.series.inFlight.inSeconds(all);
  return all.map((atS, index) => ({
    scheduled: 0,
    started: 0,
    inFlight: 0,
    inFlightMean: Number((inFlight[index]?.mean ?? 0).toPrecision(4)),
    inFlightMax: Number((inFlight[index]?.most ?? 0).toPrecision(4)),
    completed: 0,
    errors: 0,
    ...(arrivals.get(atS) ?? { partial: true as const }),
    ...finished.get(atS),
    atS,
  }));
}

/** The engine counts from the start; a chart shows what each second added. */
function arrivalsBySecond(seconds: LoadResult['seconds']) {
  return seconds.map((second, index) => {
    const { atMs, scheduled, started, inFlight } = second;
    const before = seconds[index - 1];
    return {
      atS: Math.max(0, Math.round(atMs / 1000) - 1),
      scheduled: scheduled - (before?.scheduled ?? 0),
      started: started - (before?.started ?? 0),
      inFlight,
      ...(isUnhealthy(second) && { late: true as const }),
    };
  });
}

/**
 * Objectives as the report shows them.
 * @param excuse why the run cannot judge any; they are null then, neither met nor missed
 */
export function objectives(results: readonly ComplianceResult[], excuse?: string): Objective[] {
  return results.map((result) => {
    const { objective, reason, accepted } = result;
    const { unit, limit, scale } = unitOf(objective);
    return objectiveRecord({
      objective: objective.text,
      operation: objective.operation,
      met: excuse === undefined ? result.met : null,
      measured: result.measured === null ? null : result.measured * scale,
      limit,
      unit,
      accepted,
      reason: excuse ?? reason,
    });
  });
}

function abortedBy({ condition, atMs, measured }: Abort): NonNullable<LoadReport['abortedBy']> {
  const { unit, limit, scale } = unitOf(condition.objective);
  const { windowMs } = condition;
  return { condition: condition.text, atMs, windowMs, measured: measured * scale, limit, unit };
}

/** The unit of a report, its limit in it, and what turns a measured value into it. */
export function unitOf(objective: Bound): { unit: string; limit: number; scale: number } {
  switch (objective.kind) {
    case 'latency':
      return { unit: 'ms', limit: objective.limitMs, scale: 1 };
    case 'share':
      return { unit: '%', limit: objective.limitShare * 100, scale: 100 };
    case 'rate': {
      const unit = objective.metric === 'tokens' ? 'tokens/s' : '/s';
      return { unit, limit: objective.limitPerSecond, scale: 1 };
    }
    case 'findings':
      return { unit: 'findings', limit: objective.limitCount, scale: 1 };
  }
}

/** Each bin of a heat map is this much wider than the one below. */
const BIN_RATIO = 1.25;
/** Durations below this, in ms, count as this. */
const LEAST_MS = 0.01;

/**
 * What each operation did over time; undefined when nothing ended. Slow readers and what waited for another
 * request are excluded, because their times are not the gateway's.
 */
export function timelineReport({ widthS, samples }: Columns): TimelineReport | undefined {
  const operations = [...samples].flatMap(([operation, modes]) =>
    [...modes]
      .filter(([mode]) => isTimed(mode) || mode === 'replay')
      .map(([mode, columns]) => ({
        operation,
        mode,
        columns: [...columns]
          .toSorted(([one], [other]) => one - other)
          .map(([at, column]) => columnReport(at * widthS, column)),
        curve: curveRecord(sumOf(columns.values()).e2e),
      })),
  );
  return operations.length === 0 ? undefined : { widthS, binRatio: BIN_RATIO, operations };
}

function columnReport(atS: number, column: Sample): TimelineColumn {
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
    heat: heatOf(binsOf(e2e)),
  });
}

/** To the microsecond. */
function rounded(histogram: Histogram, percent: number): number | undefined {
  const ms = histogram.percentile(percent);
  return ms === undefined ? undefined : toMicroseconds(ms);
}

/** Durations by their bin: bin b begins at BIN_RATIO ** b ms. */
function binsOf(histogram: Histogram): ReadonlyMap<number, number> {
  const bins = new Map<number, number>();
  for (const [bucket, count] of histogram.buckets()) {
    const ms = Math.max(middleMs(bucket), LEAST_MS);
    const bin = Math.floor(Math.log(ms) / Math.log(BIN_RATIO));
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  return bins;
}

function heatOf(bins: ReadonlyMap<number, number>): string | undefined {
  if (bins.size === 0) return undefined;
  const [first, last] = [Math.min(...bins.keys()), Math.max(...bins.keys())];
  const counts = Array.from({ length: last - first + 1 }, (_, at) => bins.get(first + at) ?? 0);
  return `${first}:${counts.join(',')}`;
}
