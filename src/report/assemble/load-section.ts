import type { Abort } from '../../measure/abort-watch.ts';
import type { ComplianceResult } from '../../measure/compliance.ts';
import type { GeneratorHealth } from '../../measure/generator-health.ts';
import type { JobMeasure } from '../../measure/job-measure.ts';
import type { LoadMeasure } from '../../measure/load-measure.ts';
import type { Objective as Bound } from '../../measure/objective.ts';
import { OperationMeasure } from '../../measure/operation-measure.ts';
import type { LoadReport, Violation } from '../schema/load.ts';
import type { Objective } from '../schema/slo.ts';
import type { JobFigures, OperationLoad } from '../schema/traffic.ts';
import { objectiveRecord } from './objective.ts';

/** What a load run left behind, for the report. */
export interface LoadFacts {
  readonly scenario: string;
  readonly workload: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  readonly measure: LoadMeasure;
  readonly health: GeneratorHealth;
  readonly exchanges: number;
  readonly judgedExchanges: number;
  readonly groups: { readonly judged: number; readonly notJudged: number };
  readonly dropped: { readonly bodies: number; readonly timings: number };
  readonly brokenOff?: { readonly exchanges: number; readonly groups: number };
  readonly model?: 'open' | 'closed';
  /** Arrivals per second that the workload wants. */
  readonly offeredRate: number;
  readonly secondsOfArrivals: readonly SecondOfArrivals[];
  readonly violations: readonly Violation[];
  /** Absent when the load was not ended early. */
  readonly abort?: Abort;
}

/** What the engine counted in one second. */
export interface SecondOfArrivals {
  readonly atS: number;
  readonly scheduled: number;
  readonly started: number;
  readonly inFlight: number;
}

export function loadReport(facts: LoadFacts): LoadReport {
  const { measure, health, durationMs, exchanges, judgedExchanges } = facts;
  const { asked: scheduled, ...state } = health;
  // Of a recording that was cut in its first second it is not known.
  const seconds = durationMs > 0 ? durationMs / 1000 : undefined;
  return {
    scenario: facts.scenario,
    ...(facts.model !== undefined && { model: facts.model }),
    workload: { ...facts.workload },
    durationMs,
    exchanges,
    judgedExchanges,
    judgedShare: exchanges === 0 ? 1 : judgedExchanges / exchanges,
    groups: facts.groups,
    dropped: facts.dropped,
    ...brokenOff(facts),
    ...(facts.abort && { abortedBy: abortedBy(facts.abort) }),
    arrivalRate: {
      offered: facts.offeredRate,
      ...(seconds !== undefined && { started: health.started / seconds }),
    },
    operations: Object.fromEntries(
      [...measure.operations()].map(([operation, forms]) => [
        operation,
        operationLoad(forms, seconds),
      ]),
    ),
    ...(measure.jobs.created > 0 && { jobs: jobFigures(measure.jobs) }),
    violations: [...facts.violations],
    series: series(facts),
    health: { scheduled, ...state },
  };
}

function brokenOff({ brokenOff: lost }: LoadFacts): Pick<LoadReport, 'brokenOff'> {
  return lost === undefined || lost.exchanges + lost.groups === 0 ? {} : { brokenOff: lost };
}

function operationLoad(
  forms: ReadonlyMap<string, OperationMeasure>,
  seconds: number | undefined,
): OperationLoad {
  const whole = new OperationMeasure();
  for (const [form, measure] of forms) {
    if (form === 'slow') whole.mergeCounts(measure);
    else whole.merge(measure);
  }
  if (forms.size < 2 && !forms.has('slow')) return figures(whole, seconds);
  const modes = [...forms].map(([form, measure]) => [form, figures(measure, seconds)]);
  return { ...figures(whole, seconds), modes: Object.fromEntries(modes) };
}

/** @param seconds of the load; without them nothing is known per second */
function figures(measure: OperationMeasure, seconds: number | undefined): OperationLoad {
  const isRated = seconds !== undefined;
  const settled = measure.good + measure.failed;
  const answered = settled + measure.throttled;
  return {
    exchanges: measure.exchanges,
    ...(isRated && { throughput: measure.good / seconds }),
    errorRate: settled === 0 ? 0 : measure.failed / settled,
    errors: Object.fromEntries(measure.errors),
    throttled: measure.throttled,
    throttledShare: answered === 0 ? 0 : measure.throttled / answered,
    inFlightRefusals: measure.inFlightRefusals,
    aborted: measure.aborted,
    cutByEnd: measure.cut,
    ...(measure.metClosing > 0 && { staleConnections: measure.metClosing }),
    ...(isRated && { goodput: measure.goodWithinSlo / seconds }),
    goodRatio: settled === 0 ? null : measure.goodWithinSlo / settled,
    ...(isRated &&
      measure.uploadBytes > 0 && { uploadBytesPerSecond: measure.uploadBytes / seconds }),
    ...(measure.tokens > 0 && {
      ...(isRated && {
        tokensPerSecond: measure.tokens / seconds,
        goodTokensPerSecond: measure.goodTokens / seconds,
      }),
      coalesced: measure.coalesced,
    }),
    ...durations(measure),
  };
}

function durations(measure: OperationMeasure): Partial<OperationLoad> {
  const ttftMs = measure.ttft.percentiles();
  const itlMs = measure.itl.percentiles();
  const tpotMs = measure.tpot.percentiles();
  const e2eMs = measure.e2e.percentiles();
  const ttftFromIntendedMs = measure.ttftFromIntended.percentiles();
  const e2eFromIntendedMs = measure.e2eFromIntended.percentiles();
  const replayMs = measure.replay.percentiles();
  return {
    ...(ttftMs && { ttftMs }),
    ...(itlMs && { itlMs }),
    ...(tpotMs && { tpotMs }),
    ...(e2eMs && { e2eMs }),
    ...(ttftFromIntendedMs && { ttftFromIntendedMs }),
    ...(e2eFromIntendedMs && { e2eFromIntendedMs }),
    ...(replayMs && { replayMs }),
  };
}

function jobFigures(jobs: JobMeasure): JobFigures {
  const { created, completed, failed, cancelled, notEnded } = jobs;
  const durationMs = jobs.duration.percentiles();
  const pollLagMs = jobs.pollLag.percentiles();
  const statedPollLagMs = jobs.statedPollLag.percentiles();
  const cancelLatencyMs = jobs.cancelLatency.percentiles();
  return {
    created,
    completed,
    failed,
    cancelled,
    notEnded,
    ...(durationMs && { durationMs }),
    ...(pollLagMs && { pollLagMs }),
    ...(statedPollLagMs && { statedPollLagMs }),
    ...(cancelLatencyMs && { cancelLatencyMs }),
  };
}

/** Arrivals and answers side by side, for every second that had either. */
function series({ measure, secondsOfArrivals }: LoadFacts): LoadReport['series'] {
  const arrivals = new Map(secondsOfArrivals.map((second) => [second.atS, second]));
  const finished = new Map(measure.seconds().map((second) => [second.atS, second]));
  const all = [...new Set([...arrivals.keys(), ...finished.keys()])].toSorted((a, b) => a - b);
  return all.map((atS) => ({
    scheduled: 0,
    started: 0,
    inFlight: 0,
    completed: 0,
    errors: 0,
    ...(arrivals.get(atS) ?? { partial: true as const }),
    ...finished.get(atS),
    atS,
  }));
}

/**
 * Objectives as the report tells them.
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
function unitOf(objective: Bound): { unit: string; limit: number; scale: number } {
  switch (objective.kind) {
    case 'latency':
      return { unit: 'ms', limit: objective.boundMs, scale: 1 };
    case 'share':
      return { unit: '%', limit: objective.boundShare * 100, scale: 100 };
    case 'rate': {
      const unit = objective.metric === 'tokens' ? 'tokens/s' : '/s';
      return { unit, limit: objective.boundPerSecond, scale: 1 };
    }
    case 'findings':
      return { unit: 'findings', limit: objective.boundCount, scale: 1 };
  }
}
