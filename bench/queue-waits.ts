/** What a queue makes of its arrivals: by theory, exactly, and by what was measured. */

/** Mean wait in an M/D/1 queue: ρs / (2(1 − ρ)), Pollaczek and Khinchine. */
export function meanWaitMs(arrivalsPerSecond: number, serviceTimeMs: number): number {
  const rho = (arrivalsPerSecond * serviceTimeMs) / 1000;
  return (rho * serviceTimeMs) / (2 * (1 - rho));
}

/** The wait of each of these arrivals where so many are served at once (Kiefer and Wolfowitz). */
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

const BATCHES = 20;
/** Student's t at 97.5 % with 19 degrees of freedom. */
const T = 2.093;

export interface Estimate {
  readonly mean: number;
  /** Of the 95 % interval, to each side. */
  readonly halfWidth: number;
}

/** Mean of values that depend on their neighbours, by the means of 20 batches in their order. */
export function batchMeans(values: readonly number[]): Estimate {
  const size = Math.floor(values.length / BATCHES);
  const means = Array.from({ length: BATCHES }, (_, index) =>
    meanOf(values.slice(index * size, (index + 1) * size)),
  );
  const mean = meanOf(means);
  const variance = means.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (BATCHES - 1);
  return { mean, halfWidth: T * Math.sqrt(variance / BATCHES) };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
