import type { Workload } from './workload.ts';

/** The same traffic at one rate, whatever its arrivals: for the steps of a capacity search. */
export function atSteadyRate(
  workload: Workload,
  arrivals: 'poisson' | 'constant',
  arrivalsPerSecond: number,
): Workload {
  const { rates: _, stages: __, bursts: ___, closed: ____, trace: _____, ...rest } = workload;
  return { ...rest, arrivals, arrivalsPerSecond };
}
