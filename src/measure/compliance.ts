import type { Exchange } from '../exchange/exchange.ts';
import type { Fate } from './fate.ts';
import { Histogram } from './histogram.ts';
import type { LatencyMetric, Objective } from './objective.ts';
import type { Timings } from './timings.ts';

/** How one objective fared over a run. */
export interface ComplianceResult {
  readonly objective: Objective;
  /** Null when nothing was measured. */
  readonly met: boolean | null;
  /** In ms, or a share for errors. */
  readonly measured: number | null;
  readonly reason?: string;
}

/**
 * Counts, exactly, how many observations kept an objective's bound. A percentile objective is met
 * when the share that missed is at most what the percentile leaves over. A request that the end of
 * the run cut has missed a bound that it had already passed; else it says nothing.
 */
export class Compliance {
  readonly objective: Objective;
  readonly #observed = new Histogram();
  #kept = 0;
  #missed = 0;
  #censored = 0;

  constructor(objective: Objective) {
    this.objective = objective;
  }

  /** Returns whether this exchange met the objective; undefined when it is not about it. */
  add(exchange: Exchange, fate: Fate, timings: Timings): boolean | undefined {
    const { objective } = this;
    if (objective.operation !== 'all' && objective.operation !== exchange.operation) return;
    if (objective.kind === 'errors') return this.#addFate(fate);
    if (fate.kind === 'cut') return this.#addCensored(exchange, timings);
    if (fate.kind !== 'good') return;
    const observed = observations(objective.metric, timings);
    if (observed.length === 0) return;
    for (const ms of observed) {
      this.#observed.add(ms);
      this.#count(ms < objective.boundMs);
    }
    const mean = observed.reduce((sum, ms) => sum + ms, 0) / observed.length;
    return mean < objective.boundMs;
  }

  result(): ComplianceResult {
    const { objective } = this;
    const total = this.#kept + this.#missed;
    if (total === 0) {
      return { objective, met: null, measured: null, reason: 'nothing was measured' };
    }
    const missedShare = this.#missed / total;
    if (objective.kind === 'errors') {
      return { objective, met: missedShare <= objective.boundShare, measured: missedShare };
    }
    const allowed = 1 - objective.percent / 100;
    return {
      objective,
      met: missedShare <= allowed + Number.EPSILON,
      measured: this.#observed.percentile(objective.percent) ?? null,
      ...(this.#censored > 0 && {
        reason: `${this.#censored} requests had passed the bound when the run ended`,
      }),
    };
  }

  #addFate(fate: Fate): boolean | undefined {
    if (fate.kind !== 'good' && fate.kind !== 'failed') return;
    this.#count(fate.kind === 'good');
    return fate.kind === 'good';
  }

  #addCensored(exchange: Exchange, timings: Timings): false | undefined {
    const { objective } = this;
    if (objective.kind !== 'latency') return;
    const waitsForFirst = objective.metric === 'ttft' && timings.tokens === 0;
    if (!waitsForFirst && objective.metric !== 'e2e') return;
    if (exchange.timing.endMs - exchange.timing.intendedMs < objective.boundMs) return;
    this.#censored += 1;
    this.#count(false);
    return false;
  }

  #count(kept: boolean): void {
    if (kept) this.#kept += 1;
    else this.#missed += 1;
  }
}

function observations(metric: LatencyMetric, timings: Timings): readonly number[] {
  switch (metric) {
    case 'e2e':
      return [timings.e2eFromIntendedMs];
    case 'ttft':
      return timings.ttftFromIntendedMs === undefined ? [] : [timings.ttftFromIntendedMs];
    case 'tpot':
      return timings.tpotMs === undefined ? [] : [timings.tpotMs];
    case 'itl':
      return timings.itlMs;
  }
}
