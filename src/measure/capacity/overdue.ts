/** A request of the measured time: the latency of its answer, or its wait until the end. */
export interface Wait {
  /** From the send. */
  readonly tookMs: number;
  /** Answers of one kind are expected to have similar latencies. */
  readonly kind: string;
  /** The end of the run cut it. */
  readonly isCut: boolean;
}

const PERCENT = 95;
/** Times the 95th percentile: slower answers are less than one in a hundred, if they vary by nature. */
const FACTOR = 2;

/**
 * How many requests were overdue when the end cut them: they had waited far longer than answers of
 * their kind take. The others were on their way, as some are at any end. When a kind had no
 * answer at all, every request that was cut is overdue.
 */
export function overdueOf(waits: readonly Wait[]): number {
  let overdue = 0;
  for (const ofKind of Map.groupBy(waits, ({ kind }) => kind).values()) {
    const usualMs = percentile(ofKind.flatMap(({ isCut, tookMs }) => (isCut ? [] : [tookMs])));
    overdue += ofKind.filter(({ isCut, tookMs }) => isCut && tookMs > FACTOR * usualMs).length;
  }
  return overdue;
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * PERCENT) / 100) - 1] ?? 0;
}
