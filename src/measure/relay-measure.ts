import type { Exchange } from '../exchange/exchange.ts';
import { firstContentMs, type UpstreamExchange } from '../exchange/upstream/upstream-exchange.ts';
import { Histogram, type Percentiles } from './histogram.ts';

/**
 * What a gateway adds to the times of its provider. Each is a difference of two durations, one of each
 * end, so the clocks of both need not agree.
 */
export interface AddedFigures {
  /** To the time to the first token of streams. */
  readonly addedTtftMs?: Percentiles;
  /** To the time to the end of the answer. */
  readonly addedE2eMs?: Percentiles;
}

/** What is added to requests of each operation. */
export class RelayMeasure {
  readonly #byOperation = new Map<string, { readonly ttft: Histogram; readonly e2e: Histogram }>();

  /**
   * @param exchange a whole 2xx answer
   * @param call the only upstream request for it, with a whole 2xx answer
   */
  record({ operation, timing }: Exchange, call: UpstreamExchange): void {
    const { receivedMs } = call.request;
    const firstMs = firstContentMs(call);
    const [tokenMs] = timing.tokensMs ?? [];
    const added = this.#of(operation);
    if (tokenMs !== undefined && firstMs !== undefined) {
      added.ttft.add(tokenMs - timing.sendMs - (firstMs - receivedMs));
    }
    const lastMs = call.answer.writes.at(-1)?.atMs ?? call.endMs;
    added.e2e.add(timing.endMs - timing.sendMs - (lastMs - receivedMs));
  }

  /** By operation. */
  figures(): ReadonlyMap<string, AddedFigures> {
    return new Map(
      [...this.#byOperation].map(([operation, { ttft, e2e }]) => {
        const [addedTtftMs, addedE2eMs] = [ttft.percentiles(), e2e.percentiles()];
        return [
          operation,
          { ...(addedTtftMs && { addedTtftMs }), ...(addedE2eMs && { addedE2eMs }) },
        ];
      }),
    );
  }

  #of(operation: string): { readonly ttft: Histogram; readonly e2e: Histogram } {
    const known = this.#byOperation.get(operation);
    if (known !== undefined) return known;
    const fresh = { ttft: new Histogram(), e2e: new Histogram() };
    this.#byOperation.set(operation, fresh);
    return fresh;
  }
}
