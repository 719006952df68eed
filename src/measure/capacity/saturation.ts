/** What the gateway completed at one rate at which it was behind all the time. */
export interface Saturation {
  readonly arrivalRate: number;
  /** Answers per second, mean of the runs. */
  readonly throughput: number;
}

/** One run, for its saturation: undefined when the gateway kept up, or the generator did not. */
interface Overload {
  readonly arrivalRate: number;
  readonly saturated?: number | undefined;
}

/**
 * The most that the gateway completed at any rate that left it behind in every run. No rate above
 * it can be sustained.
 */
export function highestSaturation(runs: readonly Overload[]): Saturation | undefined {
  const rates = [...Map.groupBy(runs, ({ arrivalRate }) => arrivalRate)].flatMap(
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
  // The ends of the window fall into gusts of answers; the slope does not depend on where.
  return saturated ?? throughput;
}

/** Fewer answers do not make a rate. */
const LEAST = 20;

/**
 * Answers per second of a gateway that was always behind: the slope of the count of answers over
 * their time, by least squares, so that answers that come in gusts count in full on both ends.
 * @param endsMs of the answers, between two moments in which the gateway was behind
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
