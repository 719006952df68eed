import type { Read } from './exchange.ts';

/** One dispatched event of an event stream (WHATWG HTML §9.2.6). */
export interface StreamEvent {
  /** The `event:` field; '' when there was none. */
  readonly type: string;
  /** The `data:` lines joined with LF. */
  readonly data: string;
  /** The parsed data; undefined when it is not JSON (such as `[DONE]`). Parsed once, when asked. */
  readonly json: unknown;
  /** Arrival of the read that completed the event, in ms since the request was sent. */
  readonly atMs: number;
  /** Which read that was; events that share one are coalesced. */
  readonly read: number;
}

export interface DecodedStream {
  readonly events: readonly StreamEvent[];
  /** The stream ended inside an event, which WHATWG drops. */
  readonly unfinished: boolean;
  /** Bytes that are not UTF-8 were replaced. */
  readonly invalidUtf8: boolean;
  readonly comments: number;
}

export function decodeEventStream(_body: Uint8Array, _reads: readonly Read[]): DecodedStream {
  throw new Error('to be written');
}
