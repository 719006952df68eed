import type { Operation } from '../contract/operations.ts';

/**
 * One request with its answer: what a probe or a scenario sent, what came back, and when.
 * It is evidence only; rules judge it and `measure` times it.
 *
 * Times are in ms since the origin of the run, from a monotonic clock. No API key is ever
 * inside: where one stood, a marker says so (see `redact.ts`).
 */
export interface Exchange {
  /** Unique in a run, counted from 1 in the order of capture. */
  readonly id: number;
  /** `other` is a request to no operation of the interface, such as an unknown path. */
  readonly operation: Operation | 'other';
  /** The probe or scenario that sent it. */
  readonly sender: string;
  readonly group?: Group;
  /** Counted from 1; above 1 for a retry or a later poll of the same group. */
  readonly attempt: number;
  /**
   * `accepted`: a gateway that keeps the contract returns 2xx for this request. `legal`: it is well-formed.
   * Absent for other requests of a probe, which may be meant to be refused, and for all other traffic.
   */
  readonly expected?: 'accepted' | 'legal';
  readonly request: ExchangeRequest;
  /** The exchange that created the resource of this one, such as the POST of a video job. */
  readonly madeBy?: Exchange;
  /** Sent over the connection of the previous exchange, after its answer. */
  readonly onSameConnection?: true;
  readonly timing: Timing;
  readonly outcome: Outcome;
  /** Its 2xx answer says that the request failed: in an event of the stream, or in the body. */
  readonly reportsError?: true;
  /**
   * It broke immediately, without a byte of a response, on a kept connection that the gateway may
   * already have been closing: whether the gateway saw the request is unknown.
   */
  readonly metClosing?: true;
  /** Absent when no status line came back. */
  readonly answer?: ExchangeAnswer;
  /**
   * Present when what came is not HTTP: its first bytes, or in a body those at the mistake, at most
   * 200; a byte that is not printable ASCII is `\\xNN`.
   */
  readonly notHttp?: string;
  /** Present when more bytes followed the whole answer before the next request: the first, as in `notHttp`. */
  readonly surplus?: string;
  /** What the transport said when the outcome is not `answered`, such as ECONNREFUSED. */
  readonly failure?: string;
}

/** Exchanges that are judged together: those of one idempotency key, or of one video job. */
export interface Group {
  readonly kind: 'key' | 'job';
  readonly id: string;
}

export type Outcome =
  /** The answer came to its end as HTTP delimits it, whatever its status. */
  | 'answered'
  /** No connection. */
  | 'refused'
  /** The connection broke before a status line. */
  | 'reset'
  /** A deadline of Assay passed. */
  | 'timed-out'
  /** A status line came, but the body did not come to its end. */
  | 'truncated'
  /** The sender disconnected on purpose. */
  | 'aborted'
  /** The run ended before the answer did. */
  | 'cut-by-end'
  /** Assay cut the answer, or does not judge it, because it exceeds a limit: `failure` names it. */
  | 'oversize';

export type Headers = readonly (readonly [name: string, value: string])[];

/** The header that carries a key, where it is not `Authorization: Bearer`. */
export interface KeyCarriage {
  /** In lower case. */
  readonly header: string;
  /** Written before the key, with a space between; '' when there is none. */
  readonly scheme: string;
}

/**
 * Which key the request carried; `other` is none of the run's keys, `carried` the first key in
 * another place or spelling than its own, or a further key of watched traffic.
 */
export type Credential = 'first' | 'second' | 'none' | 'other' | 'carried';

/** `${NAME}` in the address or in a header is the placeholder of a secret that was sent. */
export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly credential: Credential;
  /** How keys are carried; as a bearer token when absent, not at all when null. */
  readonly key?: KeyCarriage | null;
  /**
   * The Authorization header where `credential` is `other` or `carried`, with a marker for each key that says
   * how to make it (see `key-template.ts`). Absent when there was none.
   */
  readonly authorization?: string;
  readonly body: RequestBody;
  /** When the sender disconnected on purpose. */
  readonly disconnect?: { readonly afterMs?: number; readonly afterEvents?: number };
  /** The sender wrote the request no faster, on purpose. */
  readonly writeBytesPerSecond?: number;
}

export type RequestBody =
  | { readonly kind: 'none' }
  /** `text` is cut to 64 KiB, with U+FFFD for what is not UTF-8; `sizeBytes` is what was sent. */
  | { readonly kind: 'text'; readonly text: string; readonly sizeBytes: number }
  | {
      readonly kind: 'multipart';
      readonly fields: readonly (readonly [name: string, value: string])[];
      readonly files: readonly FilePart[];
      readonly sizeBytes: number;
    };

export interface FilePart {
  readonly field: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface Timing {
  /** The scheduled start; equals `sendMs` for a probe. */
  readonly intendedMs: number;
  readonly sendMs: number;
  /** First byte of the status line. */
  readonly firstByteMs?: number;
  /** Arrival of each event that carries non-empty content or arguments of a call, in order; streams only. */
  readonly tokensMs?: readonly number[];
  /** The last of them that carries arguments; only of a stream that calls a function. */
  readonly lastArgumentMs?: number;
  /** Tokens that arrived in the same read as the one before: their gap is not the model's. */
  readonly coalesced?: number;
  /** The sender read the answer no faster, on purpose: the times of the answer are the reader's. */
  readonly readBytesPerSecond?: number;
  readonly endMs: number;
}

export interface ExchangeAnswer {
  /** Present where it is not 1.1: 1.0 closes its connection. */
  readonly httpVersion?: '1.0' | '2';
  readonly status: number;
  /** Names in lower case, in the order received. */
  readonly headers: Headers;
  /** As received, after transfer coding; for a stream the raw event stream. Absent when dropped. */
  readonly body?: Uint8Array;
  /** Hex, of all that was received, where `body` is only its beginning. */
  readonly sha256?: string;
  readonly sizeBytes: number;
  /** Where each read of the body ended and when it came: `atMs` since `sendMs`. */
  readonly reads: readonly Read[];
}

export interface Read {
  readonly endOffset: number;
  readonly atMs: number;
}

/** Outcomes that leave nothing, or only a part, of an answer from which the sender did not disconnect. */
const LOST: ReadonlySet<Outcome> = new Set([
  'refused',
  'reset',
  'timed-out',
  'truncated',
  'cut-by-end',
  'oversize',
]);

/** Whether the answer, or its end, was lost on the way. */
export function wasLost({ outcome }: Exchange): boolean {
  return LOST.has(outcome);
}

/** Whether an answer has a 2xx status; false when there is none. */
export function isSuccess(answer: { readonly status: number } | undefined): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** The first value of a header, or undefined. `name` in lower case. */
export function header(headers: Headers, name: string): string | undefined {
  return headers.find(([candidate]) => candidate === name)?.[1];
}

/**
 * Whether the connection broke before a byte of an answer came: one that was used before may have
 * been closing already, and the server may not have seen the request.
 */
export function brokeUnanswered({ outcome, timing }: Exchange): boolean {
  return outcome === 'reset' && timing.firstByteMs === undefined;
}

/** The media type of an answer, in lower case and without parameters; '' when it states none. */
export function mediaType(headers: Headers): string {
  return (header(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The Idempotency-Key of a request; undefined without one. */
export function idempotencyKeyOf({ request }: Pick<Exchange, 'request'>): string | undefined {
  return header(request.headers, 'idempotency-key');
}
