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
  readonly request: ExchangeRequest;
  readonly timing: Timing;
  readonly outcome: Outcome;
  /** Absent when no status line came back. */
  readonly answer?: ExchangeAnswer;
  /** What the transport said when the outcome is not `answered`, such as ECONNREFUSED. */
  readonly failure?: string;
}

/** Exchanges that only mean something together: those of one idempotency key, or of one video job. */
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
  /** A deadline of ours passed. */
  | 'timed-out'
  /** A status line came, but the body did not come to its end. */
  | 'truncated'
  /** The sender left on purpose. */
  | 'aborted'
  /** The run ended before the answer did. */
  | 'cut-by-end'
  /** The answer was larger than what we are willing to hold. */
  | 'oversize';

export type Headers = readonly (readonly [name: string, value: string])[];

/** Which key the request carried; `other` is none of the run's keys. */
export type Credential = 'first' | 'second' | 'none' | 'other';

export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly credential: Credential;
  readonly body: RequestBody;
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
  /** When it was meant to start; equals `sendMs` for a probe. */
  readonly intendedMs: number;
  readonly sendMs: number;
  /** First byte of the status line. */
  readonly firstByteMs?: number;
  /** Arrival of each event that carries non-empty content, in order; streams only. */
  readonly tokensMs?: readonly number[];
  /** Tokens that arrived in the same read as the one before: their gap is not the model's. */
  readonly coalesced?: number;
  /** The sender read the answer no faster, on purpose: the times of the answer are the reader's. */
  readonly readBytesPerSecond?: number;
  readonly endMs: number;
}

export interface ExchangeAnswer {
  readonly status: number;
  /** Names in lower case, in the order received. */
  readonly headers: Headers;
  /** As received, after transfer coding; for a stream the raw event stream. Absent when dropped. */
  readonly body?: Uint8Array;
  readonly sizeBytes: number;
  /** Where each read of the body ended and when it came: `atMs` since `sendMs`. */
  readonly reads: readonly Read[];
}

export interface Read {
  readonly endOffset: number;
  readonly atMs: number;
}

/** The first value of a header, or undefined. `name` in lower case. */
export function header(headers: Headers, name: string): string | undefined {
  return headers.find(([candidate]) => candidate === name)?.[1];
}

/** The media type of an answer, in lower case and without parameters; '' when it states none. */
export function mediaType(headers: Headers): string {
  return (header(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
