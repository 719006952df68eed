import type { SearchRange } from './knee-search.ts';
import type { StepOutcome, StepRun } from './step-outcome.ts';

/** Assumed latency until an answer was timed. */
const UNKNOWN_MS = 500;
const LEAST_WARM_UP_MS = 1500;
/** Multiples of the mean latency: the warm-up, and the least time that is measured after it. */
const WARM_UP_LATENCIES = 2;
const MEASURED_LATENCIES = 4;
/** Least arrivals for a trend. */
const LEAST_ARRIVALS = 20;
/** Limit of a step, however slow the answers. */
const LONGEST_MS = 120_000;
/** Random arrivals show less in the same time. */
const POISSON_FACTOR = 2;
const LEAST_IN_FLIGHT = 50;
const LONGEST_COOL_DOWN_MS = 60_000;
/** Least time for the last answers of a step. */
const LEAST_COOL_DOWN_MS = 5000;

/** Duration of a step and its limit in flight, from the latencies so far. */
export class StepDurations {
  readonly #options: CapacitySearch;
  readonly #inFlightLimits = new Map<number, number>();
  /** By rate, where an objective applied to no exchange. */
  readonly #longerFactor = new Map<number, number>();
  #usualMs: number | undefined;
  #heldRate = 0;

  constructor(options: CapacitySearch) {
    this.#options = options;
  }

  /** Mean latency from the send at the highest sustained rate. */
  get usualMs(): number | undefined {
    return this.#usualMs;
  }

  learn({ arrivalRate, measure, inFlightLimit }: StepRun, outcome: StepOutcome): void {
    if (outcome === 'in-flight') this.#inFlightLimits.set(arrivalRate, inFlightLimit * 2);
    if (outcome === 'unjudged') {
      this.#longerFactor.set(arrivalRate, 2 * (this.#longerFactor.get(arrivalRate) ?? 1));
    }
    const isFirst = this.#usualMs === undefined;
    if (outcome === 'held' && arrivalRate >= this.#heldRate) this.#heldRate = arrivalRate;
    else if (!isFirst) return;
    this.#usualMs = measure.e2eFromSend.mean ?? this.#usualMs;
  }

  request(arrivalRate: number, leftMs: number): StepRequest {
    const usualMs = this.#usualMs ?? UNKNOWN_MS;
    const { arrivals, stepMs } = this.#options;
    const warmUpMs = Math.min(
      LONGEST_MS / 4,
      Math.max(LEAST_WARM_UP_MS, WARM_UP_LATENCIES * usualMs),
    );
    const wanted = Math.max(
      stepMs * (arrivals === 'poisson' ? POISSON_FACTOR : 1),
      MEASURED_LATENCIES * usualMs,
      (LEAST_ARRIVALS / arrivalRate) * 1000,
    );
    const factor = this.#longerFactor.get(arrivalRate) ?? 1;
    const measuredMs = Math.min(LONGEST_MS, wanted * factor);
    const coolDownMs = Math.max(
      LEAST_COOL_DOWN_MS,
      Math.min(LONGEST_COOL_DOWN_MS, leftMs - warmUpMs - measuredMs),
    );
    const whole = { arrivalRate, warmUpMs, measuredMs, coolDownMs };
    return { ...whole, inFlight: this.#inFlight(arrivalRate, usualMs, warmUpMs + measuredMs) };
  }

  /** By Little's law with a reserve, plus the backlog of a gateway with half the capacity. */
  #inFlight(arrivalRate: number, usualMs: number, durationMs: number): number {
    const wanted = (arrivalRate * (3 * usualMs + durationMs / 2)) / 1000;
    const more = this.#inFlightLimits.get(arrivalRate) ?? LEAST_IN_FLIGHT;
    return Math.min(this.#options.inFlight, Math.ceil(Math.max(wanted, more)));
  }
}

/** Settings of one run. */
export interface StepRequest {
  readonly arrivalRate: number;
  readonly warmUpMs: number;
  /** After the warm-up. */
  readonly measuredMs: number;
  /** Limit of the iterations in flight. */
  readonly inFlight: number;
  /** Time for the requests in flight at the end of the arrivals, so that the next run starts idle. */
  readonly coolDownMs: number;
}

export interface CapacitySearch extends Omit<SearchRange, 'gradual'> {
  /** Duration of each step after its warm-up; longer when answers are slow or few. */
  readonly stepMs: number;
  /** Limit of the whole search. */
  readonly timeLimitMs: number;
  /** Limit of the iterations in flight in any step. */
  readonly inFlight: number;
  /** Random arrivals need longer steps, and have a wider transition. */
  readonly arrivals: 'constant' | 'poisson';
}
