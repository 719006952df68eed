import type { ViewOf } from '../answers/narrow.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { UpstreamExchange } from '../exchange/upstream/upstream-exchange.ts';
import type { Expected } from './requests/difference.ts';

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

/** A request of a history, with what came of it. */
export interface Played {
  /** Its number in the sequence, and its form, such as `chat stream`. */
  readonly step: number;
  readonly send: string;
  /** Its coordinates, such as `chat stream · temperature = 0`. */
  readonly label: string;
  /** What the contract says of it, whatever came before. */
  readonly expected: Expected;
  /** Equal for requests that differ only in their words, keys and tenants. */
  readonly kind: string;
  /** Equal for kinds that differ only in how they are written, such as the order of members. */
  readonly meaning: string;
  /** Whether its model fails. */
  readonly mayFail: boolean;
  /** Equal requests have one word. */
  readonly word: string;
  /** What of its content is a small change of an equal request: these mean something else. */
  readonly changes: readonly string[];
  /** An Idempotency-Key that several requests may have. */
  readonly key?: string;
  /** It was sent together with others of its key or job: which comes first is a matter of chance. */
  readonly races?: boolean;
  /** What created the job, or the response, that it is about. */
  readonly of?: Exchange;
  readonly exchange: Exchange;
}

/** All that one caller sent, alone or with others, and what came of it, in the order sent. */
export interface History extends Series {
  readonly played: readonly Played[];
  /** Effects that the target counted, by key; absent without a ledger. */
  readonly effectsByKey?: ReadonlyMap<string, number>;
  /** Kinds that were accepted in this run. */
  readonly accepted: ReadonlySet<string>;
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
  /** What `assay explore` sent in succession or together. */
  history: History;
}

export type EvidenceKind = keyof EvidenceOf;
