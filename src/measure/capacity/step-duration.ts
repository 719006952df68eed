import type { StepOutcome, StepRun } from './step-outcome.ts';
import type { CapacityOptions, StepRequest } from './step-request.ts';

/** Until an answer was timed. */
const UNKNOWN_MS = 500;
const LEAST_WARM_UP_MS = 1500;
/** Times the mean latency: warm-up, and the least that is measured after it. */
const WARM_UP_LATENCIES = 2;
const MEASURED_LATENCIES = 4;
/** A trend needs some answers. */
const LEAST_ARRIVALS = 20;
/** A step takes no longer, however slow the answers. */
const LONGEST_MS = 120_000;
/** Random arrivals show less in the same time. */
const POISSON_FACTOR = 2;
const LEAST_IN_FLIGHT = 50;
const LONGEST_COOL_DOWN_MS = 60_000;
/** What the time left must at least leave for the answers of a step. */
const LEAST_COOL_DOWN_MS = 5000;

/** How long a step takes and how much may be in flight, by what the answers took so far. */
export class StepDurations {
  readonly #options: CapacityOptions;
  readonly #boundFactor = new Map<number, number>();
  /** By rate, where a run saw nothing of an objective. */
  readonly #longerFactor = new Map<number, number>();
  #usualMs: number | undefined;
  #heldRate = 0;

  constructor(options: CapacityOptions) {
    this.#options = options;
  }

  /** Mean time from send to end at the highest rate that was held. */
  get usualMs(): number | undefined {
    return this.#usualMs;
  }

  learn({ arrivalRate, measure, inFlightBound }: StepRun, outcome: StepOutcome): void {
    if (outcome === 'in-flight') this.#boundFactor.set(arrivalRate, inFlightBound * 2);
    if (outcome === 'unjudged') {
      this.#longerFactor.set(arrivalRate, 2 * (this.#longerFactor.get(arrivalRate) ?? 1));
    }
    const isFirst = this.#usualMs === undefined;
    if (outcome === 'held' && arrivalRate >= this.#heldRate) this.#heldRate = arrivalRate;
    else if (!isFirst) return;
    this.#usualMs = measure.e2e.mean ?? this.#usualMs;
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

  /** By Little's law with slack, and all that a gateway of half the rate would leave behind. */
  #inFlight(arrivalRate: number, usualMs: number, durationMs: number): number {
    const wanted = (arrivalRate * (3 * usualMs + durationMs / 2)) / 1000;
    const more = this.#boundFactor.get(arrivalRate) ?? LEAST_IN_FLIGHT;
    return Math.min(this.#options.inFlight, Math.ceil(Math.max(wanted, more)));
  }
}
