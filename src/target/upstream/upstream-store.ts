import { isOperation } from '../../contract/operations.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamBegin } from './upstream-frame.ts';

/** Approximate size of an exchange without its bodies. */
const EXCHANGE_BYTES = 2048;

/** What the upstream got with one nonce. */
export interface UpstreamSeen {
  /** Those that are over, in the order received. */
  readonly exchanges: readonly UpstreamExchange[];
  /** How many have begun and are not over. */
  readonly open: number;
}

const NOTHING: UpstreamSeen = { exchanges: [], open: 0 };

interface Entry {
  readonly exchanges: UpstreamExchange[];
  readonly open: Set<number>;
  bytes: number;
}

/**
 * The exchanges of the upstream in limited memory: the oldest are forgotten. Each is found by the last
 * nonce in it, because a turn of a dialog repeats those before.
 */
export class UpstreamStore {
  /** In the order of the first request with a nonce. */
  readonly #byNonce = new Map<string, Entry>();
  readonly #mostBytes: number;
  #bytes = 0;
  #received = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Requests to operations so far, with a nonce or without. */
  get received(): number {
    return this.#received;
  }

  begin({ id, nonces, operation }: UpstreamBegin): void {
    const nonce = nonces.at(-1);
    if (isOperation(operation)) this.#received += 1;
    if (nonce !== undefined) this.#entry(nonce).open.add(id);
  }

  end(exchange: UpstreamExchange): void {
    const { request, answer, nonces } = exchange;
    const nonce = nonces.at(-1);
    if (nonce === undefined) return;
    const bytes = EXCHANGE_BYTES + request.body.length + answer.body.length;
    const entry = this.#entry(nonce);
    entry.open.delete(exchange.id);
    entry.exchanges.push(exchange);
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  of(nonce: string): UpstreamSeen {
    const entry = this.#byNonce.get(nonce);
    if (entry === undefined) return NOTHING;
    const exchanges = entry.exchanges.toSorted(
      (one, other) => one.request.receivedMs - other.request.receivedMs,
    );
    return { exchanges, open: entry.open.size };
  }

  /** Memory for others. */
  forget(nonce: string): void {
    const entry = this.#byNonce.get(nonce);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#byNonce.delete(nonce);
  }

  #entry(nonce: string): Entry {
    const known = this.#byNonce.get(nonce);
    if (known !== undefined) return known;
    const fresh: Entry = { exchanges: [], open: new Set(), bytes: 0 };
    this.#byNonce.set(nonce, fresh);
    return fresh;
  }

  #makeRoom(): void {
    for (const nonce of this.#byNonce.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.forget(nonce);
    }
  }
}
