import type { ViewOf } from '../answers/narrow.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { UpstreamExchange } from '../exchange/upstream/upstream-exchange.ts';

/** Exchanges in the order that the probe gives, and what else it learned. */
export interface Series {
  /** What was tried, such as the name of an operation or of a spelling. */
  readonly label: string;
  readonly exchanges: readonly Exchange[];
  /** Effects that the ledger or the upstream counted for this series; absent without both. */
  readonly effects?: number;
}

/** Requests of callers with all that the gateway sent to its provider for them: both ends. */
export interface Relay extends Series {
  /** None, one or several, in the order received. */
  readonly upstream: readonly UpstreamExchange[];
  /** How many more the gateway began, which were not over when the relay was judged. */
  readonly open: number;
  /** Where the upstream listens, `HOST:PORT`; absent where that is not known. */
  readonly address?: string;
}

export function isRelay(piece: Exchange | Series): piece is Relay {
  return 'upstream' in piece;
}

/**
 * What a judge may be given. Each kind is a predicate over exchanges, so that a rule sees
 * only its own evidence: an aborted stream or a 429 is not a missing `[DONE]`.
 */
export interface EvidenceOf extends ViewOf {
  /** All exchanges of one idempotency key, in the order sent. */
  key: Series;
  /** All exchanges of one video job, in the order sent. */
  job: Series;
  /** A rule's own series, conformance only. */
  series: Series;
  /** What a gateway did upstream for one request, or for several that belong together. */
  relay: Relay;
}

export type EvidenceKind = keyof EvidenceOf;
