import type { SearchRange } from './knee-search.ts';

/** Settings of one run. */
export interface StepRequest {
  readonly arrivalRate: number;
  readonly warmUpMs: number;
  /** After the warm-up. */
  readonly measuredMs: number;
  /** Iterations at once, at most. */
  readonly inFlight: number;
  /** What is in flight at the end of the arrivals gets this long, so that the next run starts idle. */
  readonly coolDownMs: number;
}

export interface CapacityOptions extends Omit<SearchRange, 'gradual'> {
  /** Duration of each step after its warm-up; longer when answers are slow or few. */
  readonly stepMs: number;
  /** Limit of the whole search. */
  readonly timeLimitMs: number;
  /** Iterations at once, at most, in any step. */
  readonly inFlight: number;
  /** Arrivals by chance need longer steps, and go over from held to missed more gradually. */
  readonly arrivals: 'constant' | 'poisson';
}
