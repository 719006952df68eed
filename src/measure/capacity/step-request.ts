import type { SearchRange } from './knee-search.ts';

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
