import type { ComplianceResult } from '../measure/compliance.ts';
import type { GeneratorHealth } from '../measure/generator-health.ts';
import type { LoadMeasure } from '../measure/load-measure.ts';
import { OperationMeasure } from '../measure/operation-measure.ts';
import type { LoadReport, Objective, OperationLoad, Violation } from './run-report.ts';

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
  /** Arrivals per second that the workload wants. */
  readonly askedRate: number;
  readonly secondsOfArrivals: readonly SecondOfArrivals[];
  readonly violations: readonly Violation[];
}

/** What the engine counted in one second. */
export interface SecondOfArrivals {
  readonly atS: number;
  readonly asked: number;
  readonly started: number;
  readonly inFlight: number;
}

export function loadReport(facts: LoadFacts): LoadReport {
  const { measure, health, durationMs, exchanges, judgedExchanges } = facts;
  const seconds = Math.max(durationMs, 1) / 1000;
  return {
    scenario: facts.scenario,
    workload: { ...facts.workload },
    durationMs,
    exchanges,
    judgedExchanges,
    judgedShare: exchanges === 0 ? 1 : judgedExchanges / exchanges,
    groups: facts.groups,
    dropped: facts.dropped,
    arrivalRate: { asked: facts.askedRate, started: health.started / seconds },
    operations: Object.fromEntries(
      [...measure.operations()].map(([operation, forms]) => [
        operation,
        operationLoad(forms, seconds),
      ]),
    ),
    violations: [...facts.violations],
    series: series(facts),
    health,
  };
}

function operationLoad(
  forms: ReadonlyMap<string, OperationMeasure>,
  seconds: number,
): OperationLoad {
  const whole = new OperationMeasure();
  for (const measure of forms.values()) whole.merge(measure);
  if (forms.size < 2) return figures(whole, seconds);
  const modes = [...forms].map(([form, measure]) => [form, figures(measure, seconds)]);
  return { ...figures(whole, seconds), modes: Object.fromEntries(modes) };
}

function figures(measure: OperationMeasure, seconds: number): OperationLoad {
  const settled = measure.good + measure.failed;
  return {
    exchanges: measure.exchanges,
    throughput: measure.good / seconds,
    errorRate: settled === 0 ? 0 : measure.failed / settled,
    errors: Object.fromEntries(measure.errors),
    throttled: measure.throttled,
    inFlightRefusals: measure.inFlightRefusals,
    aborted: measure.aborted,
    cutByEnd: measure.cut,
    goodput: measure.goodWithinSlo / seconds,
    goodRatio: settled === 0 ? null : measure.goodWithinSlo / settled,
    ...(measure.tokens > 0 && {
      tokensPerSecond: measure.tokens / seconds,
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
  return {
    ...(ttftMs && { ttftMs }),
    ...(itlMs && { itlMs }),
    ...(tpotMs && { tpotMs }),
    ...(e2eMs && { e2eMs }),
    ...(ttftFromIntendedMs && { ttftFromIntendedMs }),
    ...(e2eFromIntendedMs && { e2eFromIntendedMs }),
  };
}

/** Arrivals and answers side by side, for every second that had either. */
function series({ measure, secondsOfArrivals }: LoadFacts): LoadReport['series'] {
  const arrivals = new Map(secondsOfArrivals.map((second) => [second.atS, second]));
  const finished = new Map(measure.seconds().map((second) => [second.atS, second]));
  const all = [...new Set([...arrivals.keys(), ...finished.keys()])].toSorted((a, b) => a - b);
  return all.map((atS) => ({
    asked: 0,
    started: 0,
    inFlight: 0,
    finished: 0,
    errors: 0,
    ...arrivals.get(atS),
    ...finished.get(atS),
    atS,
  }));
}

/** Objectives of a run in which the load was never reached or never sent are null, not met. */
export function objectives(results: readonly ComplianceResult[], healthy: boolean): Objective[] {
  return results.map(({ objective, met, measured, reason }) => {
    const latency = objective.kind === 'latency';
    return {
      objective: objective.text,
      operation: objective.operation,
      met: healthy ? met : null,
      measured: measured === null || latency ? measured : measured * 100,
      bound: latency ? objective.boundMs : objective.boundShare * 100,
      unit: latency ? 'ms' : '%',
      ...(healthy ? reason && { reason } : { reason: 'the generator was not healthy' }),
    };
  });
}
