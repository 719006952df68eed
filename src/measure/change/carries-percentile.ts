/** Fewer observations than these beyond a percentile show more of themselves than of the gateway. */
const LEAST_BEYOND = 10;

/**
 * Whether this number of observations carries a percentile: 20 a median, 200 a p95, 1 000 a p99.
 * @param percent above 0 and below 100
 */
export function carriesPercentile(observations: number, percent: number): boolean {
  return observations >= leastObservations(percent);
}

/** The least observations that carry the percentile. */
export function leastObservations(percent: number): number {
  const share = Math.min(percent, 100 - percent) / 100;
  return Math.round(LEAST_BEYOND / share);
}
