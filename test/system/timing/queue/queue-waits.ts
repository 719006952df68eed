/** What a queue makes of its arrivals: by theory, exactly, and by what was measured. */

/** Mean wait in an M/D/1 queue: ρs / (2(1 − ρ)), Pollaczek and Khinchine. */
export function meanWaitMs(arrivalsPerSecond: number, serviceTimeMs: number): number {
  const rho = (arrivalsPerSecond * serviceTimeMs) / 1000;
  return (rho * serviceTimeMs) / (2 * (1 - rho));
}

/** The wait of each of these arrivals with this number of servers (Kiefer and Wolfowitz). */
export function exactWaitsMs(
  arrivalsMs: readonly number[],
  slots: number,
  serviceTimeMs: number,
): number[] {
  const free = Array.from({ length: slots }, () => 0);
  return arrivalsMs.map((atMs) => {
    const slot = free.indexOf(Math.min(...free));
    const startMs = Math.max(atMs, free[slot] ?? 0);
    free[slot] = startMs + serviceTimeMs;
    return startMs - atMs;
  });
}

export interface Estimate {
  readonly mean: number;
  /** Half of the 95 % interval. */
  readonly halfWidth: number;
}

/** Student's t at 97.5 %, by degrees of freedom. */
const T: Readonly<Record<number, number>> = { 4: 2.776, 9: 2.262, 19: 2.093 };

/** Mean of 5, 10 or 20 values that do not depend on each other. */
function interval(values: readonly number[]): Estimate {
  const mean = meanOf(values);
  const degrees = values.length - 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / degrees;
  return { mean, halfWidth: (T[degrees] ?? Number.NaN) * Math.sqrt(variance / values.length) };
}

const BATCHES = 20;

/** The same of values that depend on their neighbours, by the means of 20 batches in their order. */
export function batchMeans(values: readonly number[]): Estimate {
  const size = Math.floor(values.length / BATCHES);
  return interval(
    Array.from({ length: BATCHES }, (_, index) =>
      meanOf(values.slice(index * size, (index + 1) * size)),
    ),
  );
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
