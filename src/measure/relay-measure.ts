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

/** The added times of one request, in ms. */
export function addedTimes(
  { timing }: Exchange,
  call: UpstreamExchange,
): { readonly ttftMs?: number; readonly e2eMs: number } {
  const { receivedMs } = call.request;
  const firstMs = firstContentMs(call);
  const [tokenMs] = timing.tokensMs ?? [];
  const lastMs = call.answer.writes.at(-1)?.atMs ?? call.endMs;
  const e2eMs = timing.endMs - timing.sendMs - (lastMs - receivedMs);
  if (tokenMs === undefined || firstMs === undefined) return { e2eMs };
  return { e2eMs, ttftMs: tokenMs - timing.sendMs - (firstMs - receivedMs) };
}

/** What is added to requests of each operation. */
export class RelayMeasure {
  readonly #byOperation = new Map<string, { readonly ttft: Histogram; readonly e2e: Histogram }>();

  /**
   * @param exchange a whole 2xx answer
   * @param call the only upstream request for it, with a whole 2xx answer
   */
  record(exchange: Exchange, call: UpstreamExchange): void {
    const { ttftMs, e2eMs } = addedTimes(exchange, call);
    const added = this.#of(exchange.operation);
    if (ttftMs !== undefined) added.ttft.add(ttftMs);
    added.e2e.add(e2eMs);
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
