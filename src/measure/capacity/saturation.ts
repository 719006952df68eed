/** Throughput at one rate at which the gateway always had a backlog. */
export interface Saturation {
  readonly arrivalRate: number;
  /** Answers per second, mean of the runs. */
  readonly throughput: number;
}

/** One run; `saturated` is undefined when the gateway kept up, or the generator did not. */
interface Overload {
  readonly arrivalRate: number;
  /** Whether the rate was sustained. */
  readonly held: boolean;
  readonly saturated?: number | undefined;
}

/**
 * The highest throughput at any rate with a backlog in every run. No higher rate can be sustained:
 * where one was, the backlog was a passing one and says nothing.
 */
export function highestSaturation(runs: readonly Overload[]): Saturation | undefined {
  const sustained = runs.filter(({ held }) => held).map(({ arrivalRate }) => arrivalRate);
  const above = runs.filter((run) => sustained.every((rate) => rate <= run.arrivalRate));
  const rates = [...Map.groupBy(above, ({ arrivalRate }) => arrivalRate)].flatMap(
    ([arrivalRate, of]) => {
      const seen = of.flatMap(({ saturated }) => saturated ?? []);
      if (seen.length < of.length) return [];
      return [{ arrivalRate, throughput: seen.reduce((sum, each) => sum + each, 0) / seen.length }];
    },
  );
  return rates.toSorted((a, b) => b.throughput - a.throughput)[0];
}

/** Answers per second of one run: one figure wherever it is shown or compared. */
export function completedRate({
  saturated,
  throughput,
}: {
  readonly saturated: number | undefined;
  readonly throughput: number;
}): number {
  // The window may begin or end within a burst of answers; the slope does not depend on it.
  return saturated ?? throughput;
}

/** Least answers for a rate. */
const LEAST = 20;

/**
 * Answers per second of a gateway with a constant backlog: the slope of the count of answers over
 * time, by least squares, so that bursts at both ends count in full.
 * @param endsMs of the answers, between two moments with a backlog
 */
export function saturatedThroughput(endsMs: readonly number[]): number | undefined {
  if (endsMs.length < LEAST) return undefined;
  const times = endsMs.toSorted((a, b) => a - b);
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const meanIndex = (times.length - 1) / 2;
  let covariance = 0;
  let variance = 0;
  for (const [index, ms] of times.entries()) {
    covariance += (ms - meanMs) * (index - meanIndex);
    variance += (ms - meanMs) ** 2;
  }
  return variance === 0 ? undefined : (covariance / variance) * 1000;
}
