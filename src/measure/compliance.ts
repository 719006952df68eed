import { isExecuted, isTimed } from './answer-mode.ts';
import { Histogram } from './histogram.ts';
import type { MeasuredExchange, Timings } from './measured-exchange.ts';
import {
  type FindingLevel,
  type FindingsObjective,
  type LatencyMetric,
  type LatencyObjective,
  type Objective,
  type RateObjective,
  type ShareObjective,
  satisfies,
} from './objective.ts';
import { isCensored } from './result-class.ts';

/** Result of one objective over a run. */
export interface ComplianceResult {
  readonly objective: Objective;
  /** Null when nothing was measured, or not for long enough. */
  readonly met: boolean | null;
  /** In ms, as a share, per second, or a count: like the limit of the objective. */
  readonly measured: number | null;
  readonly reason?: string;
  /** Findings that the baseline accepts: they are not in `measured`. */
  readonly accepted?: number;
  /** The objective applied to no exchange: it was neither met nor missed. */
  readonly unobserved?: true;
}

/** Findings of rules of one level in one operation. */
export interface FindingCount {
  readonly level: FindingLevel;
  readonly operation: string;
  readonly count: number;
  /** The baseline accepts them: no objective counts them. */
  readonly accepted?: boolean | undefined;
}

/** Further inputs of an objective beside the exchanges. */
export interface Totals {
  /** The time to which rates refer. */
  readonly durationMs: number;
  /** Findings that the objective counts; undefined when nothing was judged. */
  readonly findings: number | undefined;
}

/**
 * Counts, exactly, how many observations met an objective's limit. A percentile objective is met
 * when the share that missed is at most what the percentile leaves over. A request that was given up
 * while it waited, by the end of the run or by our time-out, has missed a limit that it had already
 * exceeded. Below the limit the end of the run, which comes at random, says nothing; a time-out ends
 * just the slow ones, so it leaves open whether they would have missed.
 */
export class Compliance {
  readonly objective: Objective;
  readonly #observed = new Histogram();
  #kept = 0;
  #missed = 0;
  /** Those of the missed that the end of the run cut. */
  #cut = 0;
  /** Those of the missed that timed out. */
  #timedOut = 0;
  /** Timed out below the limit: neither met nor missed. */
  #open = 0;
  /** Answers or tokens, for rates. */
  #amount = 0;

  constructor(objective: Objective) {
    this.objective = objective;
  }

  /** Observations so far. */
  get observations(): number {
    return this.#kept + this.#missed;
  }

  /** @returns whether this exchange met the objective; undefined when the objective does not apply */
  add(measured: MeasuredExchange): boolean | undefined {
    const { objective } = this;
    if (!concerns(objective, measured)) return undefined;
    switch (objective.kind) {
      case 'latency':
        return this.#addLatency(objective, measured);
      case 'share':
        return this.#addResult(objective, measured);
      case 'findings':
        this.#count(true);
        return undefined;
      case 'rate':
        return undefined;
    }
  }

  /** Adds to a rate, once it is known whether the exchange was within the SLO. */
  addAmount(measured: MeasuredExchange, withinSlo: boolean): void {
    const { objective } = this;
    if (objective.kind !== 'rate' || !concerns(objective, measured)) return;
    this.#amount += amountOf(objective, measured, withinSlo);
  }

  merge(other: Compliance): void {
    this.#observed.merge(other.#observed);
    this.#kept += other.#kept;
    this.#missed += other.#missed;
    this.#cut += other.#cut;
    this.#timedOut += other.#timedOut;
    this.#open += other.#open;
    this.#amount += other.#amount;
  }

  result(totals: Totals): ComplianceResult {
    const { objective } = this;
    const observed = this.observations + this.#open;
    if (observed === 0 && objective.kind !== 'rate')
      return { ...this.#unmeasured(), unobserved: true };
    switch (objective.kind) {
      case 'latency':
        return this.#latencyResult(objective);
      case 'share':
        return result(objective, this.#missed / this.observations, objective.limitShare);
      case 'rate': {
        if (totals.durationMs <= 0) return this.#unmeasured();
        const perSecond = (this.#amount / totals.durationMs) * 1000;
        return result(objective, perSecond, objective.limitPerSecond);
      }
      case 'findings':
        if (totals.findings === undefined) return this.#unmeasured('nothing was judged');
        return result(objective, totals.findings, objective.limitCount);
    }
  }

  #latencyResult(objective: LatencyObjective): ComplianceResult {
    const { limitMs, percent } = objective;
    const all = this.observations + this.#open;
    const allowed = 1 - percent / 100 + Number.EPSILON;
    const met = this.#missed / all <= allowed;
    if (met && (this.#missed + this.#open) / all > allowed) {
      return this.#unmeasured(
        `${requests(this.#open)} timed out below the limit, so the result is open: set answerDeadlineMs of the profile to more than the limit`,
      );
    }
    // The exact counts decide; the approximate percentile must not contradict them.
    const percentile = this.#observed.percentile(percent) ?? 0;
    const measured = met ? Math.min(percentile, limitMs) : Math.max(percentile, limitMs);
    const reason = this.#censoredReason();
    return { objective, met, measured, ...(reason !== '' && { reason }) };
  }

  #censoredReason(): string {
    const ends: [number, string][] = [
      [this.#cut, 'the run ended'],
      [this.#timedOut, this.#timedOut === 1 ? 'it timed out' : 'they timed out'],
    ];
    return ends
      .filter(([count]) => count > 0)
      .map(([count, end]) => `${requests(count)} had exceeded the limit when ${end}`)
      .join('; ');
  }

  #unmeasured(reason = 'nothing was measured'): ComplianceResult {
    return { objective: this.objective, met: null, measured: null, reason };
  }

  #addLatency(objective: LatencyObjective, measured: MeasuredExchange): boolean | undefined {
    const { resultClass, timings } = measured;
    if (isCensored(measured.exchange)) return this.#addCensored(objective, measured);
    if (resultClass.kind !== 'good') return undefined;
    const observed = observations(objective.metric, timings);
    if (observed.length === 0) return undefined;
    const { comparator, limitMs } = objective;
    for (const ms of observed) {
      this.#observed.add(ms);
      this.#count(satisfies(ms, comparator, limitMs));
    }
    const mean = observed.reduce((sum, ms) => sum + ms, 0) / observed.length;
    return satisfies(mean, comparator, limitMs);
  }

  #addResult({ metric }: ShareObjective, { resultClass }: MeasuredExchange): boolean | undefined {
    if (metric === 'throttled') {
      if (resultClass.kind === 'throttled') this.#count(false);
      else if (resultClass.kind === 'good' || resultClass.kind === 'failed') this.#count(true);
      return undefined;
    }
    if (resultClass.kind !== 'good' && resultClass.kind !== 'failed') return undefined;
    this.#count(resultClass.kind === 'good');
    return resultClass.kind === 'good';
  }

  /** Its latency is at least the time that it had waited. */
  #addCensored(objective: LatencyObjective, measured: MeasuredExchange): false | undefined {
    const { exchange, mode, timings } = measured;
    // A body has no first token to wait for.
    const waitsForFirst = objective.metric === 'ttft' && mode !== 'body' && timings.tokens === 0;
    if (!waitsForFirst && objective.metric !== 'e2e') return undefined;
    const waitedMs = exchange.timing.endMs - exchange.timing.intendedMs;
    const isCut = measured.resultClass.kind === 'cut';
    const isWithin = satisfies(waitedMs, objective.comparator, objective.limitMs);
    if (isWithin && isCut) return undefined;
    this.#observed.add(waitedMs);
    if (isWithin) {
      this.#open += 1;
      return undefined;
    }
    if (isCut) this.#cut += 1;
    else this.#timedOut += 1;
    this.#count(false);
    return false;
  }

  #count(kept: boolean): void {
    if (kept) this.#kept += 1;
    else this.#missed += 1;
  }
}

/** Findings that an objective counts; 0 for an objective of another kind. */
export function findingsFor(
  objective: Objective,
  counts: readonly FindingCount[],
  { accepted = false }: { readonly accepted?: boolean } = {},
): number {
  if (objective.kind !== 'findings') return 0;
  return counts
    .filter((each) => (each.accepted ?? false) === accepted && isCounted(objective, each))
    .reduce((sum, { count }) => sum + count, 0);
}

function isCounted(objective: FindingsObjective, { level, operation }: FindingCount): boolean {
  if (objective.level !== undefined && objective.level !== level) return false;
  return objective.operation === 'all' || objective.operation === operation;
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}

function concerns(objective: Objective, measured: MeasuredExchange): boolean {
  const { operation, mode, kind, metric } = objective;
  if (operation !== 'all' && operation !== measured.exchange.operation) return false;
  if (metric === 'replay') return measured.mode === 'replay';
  if (mode !== undefined) return mode === measured.mode;
  return kind === 'latency' ? isTimed(measured.mode) : isExecuted(measured.mode);
}

function result(
  objective: Exclude<Objective, LatencyObjective>,
  measured: number,
  limit: number,
): ComplianceResult {
  return { objective, met: satisfies(measured, objective.comparator, limit), measured };
}

function amountOf(
  { metric }: RateObjective,
  { resultClass, timings }: MeasuredExchange,
  withinSlo: boolean,
): number {
  if (resultClass.kind !== 'good') return 0;
  switch (metric) {
    case 'throughput':
      return 1;
    case 'goodput':
      return withinSlo ? 1 : 0;
    case 'tokens':
      return timings.tokens;
  }
}

function observations(metric: LatencyMetric, timings: Timings): readonly number[] {
  switch (metric) {
    case 'e2e':
    case 'replay':
      return [timings.e2eFromIntendedMs];
    case 'ttft':
      return timings.ttftFromIntendedMs === undefined ? [] : [timings.ttftFromIntendedMs];
    case 'args':
      return timings.argsFromIntendedMs === undefined ? [] : [timings.argsFromIntendedMs];
    case 'tpot':
      return timings.tpotMs === undefined ? [] : [timings.tpotMs];
    case 'itl':
      return timings.itlMs;
  }
}
