import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';

/** The first requests of a block, and the last ones, as a share of all. */
const ENDS = 0.2;

/** Whether requests of one block wait longer and longer: the sign of a queue, at whatever latency. */
export class QueueGrowth implements ExchangeObserver {
  readonly #answered: { readonly scheduledMs: number; readonly latencyMs: number }[] = [];

  record({ exchange: { timing }, resultClass }: MeasuredExchange): void {
    if (resultClass.kind !== 'good') return;
    const { intendedMs, endMs } = timing;
    this.#answered.push({ scheduledMs: intendedMs, latencyMs: endMs - intendedMs });
  }

  /** By how much the mean latency from the scheduled start grew from the first fifth of the block to the last, in ms. */
  get ms(): number {
    const inOrder = this.#answered.toSorted((one, other) => one.scheduledMs - other.scheduledMs);
    const count = Math.ceil(inOrder.length * ENDS);
    if (count === 0) return 0;
    const mean = (part: typeof inOrder) =>
      part.reduce((sum, { latencyMs }) => sum + latencyMs, 0) / count;
    return mean(inOrder.slice(-count)) - mean(inOrder.slice(0, count));
  }
}
