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
