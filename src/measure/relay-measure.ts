import { Histogram, type Percentiles } from './histogram.ts';
import type { AddedTimes } from './overhead/added-times.ts';

/** What a gateway adds to requests of one operation, as `AddedTimes` says for one of them. */
export interface AddedFigures {
  readonly ttftMs?: Percentiles;
  readonly e2eMs?: Percentiles;
  readonly forwardMs?: Percentiles;
  /** One duration for each token of a stream. */
  readonly relayMs?: Percentiles;
  /** Tokens of the upstream for each read of the caller that brought text. */
  readonly tokensPerRead?: number;
}

/** What is added to requests of each operation. */
export class RelayMeasure {
  readonly #byOperation = new Map<string, Added>();

  record(operation: string, added: AddedTimes): void {
    const known = this.#byOperation.get(operation) ?? new Added();
    this.#byOperation.set(operation, known);
    known.record(added);
  }

  /** By operation. */
  figures(): ReadonlyMap<string, AddedFigures> {
    return new Map([...this.#byOperation].map(([operation, added]) => [operation, added.figures]));
  }
}

class Added {
  readonly #ttft = new Histogram();
  readonly #e2e = new Histogram();
  readonly #forward = new Histogram();
  readonly #relay = new Histogram();
  #tokens = 0;
  #reads = 0;

  record({ ttftMs, e2eMs, forwardMs, tokens }: AddedTimes): void {
    this.#e2e.add(e2eMs);
    if (ttftMs !== undefined) this.#ttft.add(ttftMs);
    if (forwardMs !== undefined) this.#forward.add(forwardMs);
    if (tokens === undefined) return;
    for (const ms of tokens.relayMs ?? []) this.#relay.add(ms);
    this.#tokens += tokens.count;
    this.#reads += tokens.reads;
  }

  get figures(): AddedFigures {
    const [ttftMs, e2eMs] = [this.#ttft.percentiles(), this.#e2e.percentiles()];
    const [forwardMs, relayMs] = [this.#forward.percentiles(), this.#relay.percentiles()];
    return {
      ...(ttftMs && { ttftMs }),
      ...(e2eMs && { e2eMs }),
      ...(forwardMs && { forwardMs }),
      ...(relayMs && { relayMs }),
      ...(this.#reads > 0 && { tokensPerRead: this.#tokens / this.#reads }),
    };
  }
}
