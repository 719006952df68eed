import { isAscii, isUtf8 } from 'node:buffer';
import { tokenOf } from '../contract/content-delta.ts';
import { jsonExcess } from '../contract/json-excess.ts';
import type { Operation } from '../contract/operations.ts';
import { DONE } from '../contract/stream-events.ts';
import { LIMITS } from '../input/limits.ts';
import type { Read, Timing } from './exchange.ts';

/** One dispatched event of an event stream (WHATWG HTML §9.2.6). */
export interface StreamEvent {
  /** The `event:` field; '' when there was none. */
  readonly type: string;
  /** The `data:` lines joined with LF. */
  readonly data: string;
  /** The value of the last `id:` field so far; '' when there was none. */
  readonly lastEventId: string;
  /** The parsed data; undefined when it is not JSON (such as `[DONE]`), or empty. Parsed once, on the first access. */
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
  /** The last valid `retry:` field. */
  readonly retryMs?: number;
  /** How the stream exceeds a limit, so that it is not judged and `events` may be incomplete. */
  readonly excess?: string;
  /** Names of fields that WHATWG does not know and ignores: each once, at most 8, cut to 64 characters. */
  readonly unknownFields: readonly string[];
}

/** Larger bodies are decoded again: remembered, they would take memory until the next stream. */
const REMEMBERED_BYTES = 256 * 1024;
/** The last stream: its limits are checked when it comes in, and it is judged next. */
let remembered: { body: Uint8Array; reads: readonly Read[]; decoded: DecodedStream } | undefined;

/**
 * Decodes a whole event stream.
 * @param reads where each read of the body ended and when it came; without any, `atMs` is 0
 */
export function decodeEventStream(body: Uint8Array, reads: readonly Read[]): DecodedStream {
  if (remembered?.body === body && remembered.reads === reads) return remembered.decoded;
  const decoded = new Decoder(body, reads).decode();
  remembered = body.length > REMEMBERED_BYTES ? undefined : { body, reads, decoded };
  return decoded;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const LINE_END = Buffer.from('\n');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const UNKNOWN_FIELDS_KEPT = 8;
const FIELD_NAME_KEPT = 64;
const TOO_MANY_EVENTS = `more than ${LIMITS.events.value} events`;

/**
 * Every delimiter of an event stream is ASCII, and a UTF-8 decoder never consumes ASCII. So lines
 * and fields are found in the bytes read as Latin-1, where an index is a byte offset, and only
 * the values are decoded as UTF-8: the same as decoding everything first.
 */
class Decoder {
  readonly #bytes: Buffer;
  readonly #latin1: string;
  readonly #ascii: boolean;
  readonly #reads: readonly Read[];
  readonly #events: StreamEvent[] = [];
  readonly #unknownFields = new Set<string>();
  #comments = 0;
  #retryMs: number | undefined;
  #type = '';
  /** The only data line of the event so far. */
  #data: Span | undefined;
  /** Several data lines, as bytes: a text that grows by a line keeps each line as an object. */
  #joined: Buffer[] = [];
  #lastEventId = '';
  #read = 0;
  #excess: string | undefined;

  constructor(body: Uint8Array, reads: readonly Read[]) {
    this.#bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#latin1 = this.#bytes.toString('latin1');
    this.#ascii = isAscii(body);
    this.#reads = reads;
  }

  decode(): DecodedStream {
    const rest = this.#lines();
    return {
      events: this.#events,
      unfinished: this.#data !== undefined || this.#type !== '' || /^[^:]/.test(rest),
      invalidUtf8: !this.#ascii && !isUtf8(this.#bytes),
      comments: this.#comments,
      ...(this.#retryMs === undefined ? {} : { retryMs: this.#retryMs }),
      ...(this.#excess === undefined ? {} : { excess: this.#excess }),
      unknownFields: [...this.#unknownFields],
    };
  }

  /** Takes every line that CR, LF or CRLF ends; returns what follows the last one. */
  #lines(): string {
    const text = this.#latin1;
    let start = BYTE_ORDER_MARK.every((byte, at) => this.#bytes[at] === byte) ? 3 : 0;
    let lf = text.indexOf('\n', start);
    let cr = text.indexOf('\r', start);
    while ((lf !== -1 || cr !== -1) && this.#excess === undefined) {
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      this.#line(start, end);
      start = end + (end === cr && lf === cr + 1 ? 2 : 1);
      if (lf !== -1 && lf < start) lf = text.indexOf('\n', start);
      if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    }
    return text.slice(start);
  }

  #line(start: number, end: number): void {
    if (start === end) {
      this.#dispatch(end);
      return;
    }
    const line = this.#latin1.slice(start, end);
    const colon = line.indexOf(':');
    if (colon === 0) {
      this.#comments += 1;
    } else if (colon === -1) {
      this.#field(line, end, end);
    } else {
      const value = start + colon + 1;
      this.#field(line.slice(0, colon), line[colon + 1] === ' ' ? value + 1 : value, end);
    }
  }

  #field(name: string, start: number, end: number): void {
    switch (name) {
      case 'data':
        this.#dataLine(start, end);
        break;
      case 'event':
        this.#type = this.#decoded(start, end);
        break;
      case 'id': {
        const value = this.#decoded(start, end);
        if (!value.includes('\0')) this.#lastEventId = value;
        break;
      }
      case 'retry': {
        const value = this.#latin1.slice(start, end);
        if (/^[0-9]+$/.test(value)) this.#retryMs = Number(value);
        break;
      }
      default:
        this.#ignore(name);
    }
  }

  #ignore(name: string): void {
    if (this.#unknownFields.size === UNKNOWN_FIELDS_KEPT) return;
    const bytes = Buffer.from(name.slice(0, FIELD_NAME_KEPT), 'latin1');
    this.#unknownFields.add(bytes.toString('utf8'));
  }

  /** @param end the offset of the blank line's first byte: its arrival completes the event */
  #dispatch(end: number): void {
    if (this.#data !== undefined) {
      const data = this.#dataText(this.#data);
      const reads = this.#reads;
      const last = reads.length - 1;
      while (this.#read < last && (reads[this.#read]?.endOffset ?? 0) <= end) this.#read += 1;
      const atMs = reads[this.#read]?.atMs ?? 0;
      this.#events.push(new Dispatched(this.#type, data, this.#lastEventId, atMs, this.#read));
    }
    this.#type = '';
    this.#data = undefined;
  }

  #dataLine(start: number, end: number): void {
    if (this.#data === undefined) {
      this.#data = { start, end };
      return;
    }
    if (this.#joined.length === 0) {
      this.#joined.push(this.#bytes.subarray(this.#data.start, this.#data.end));
    }
    this.#joined.push(LINE_END, this.#bytes.subarray(start, end));
  }

  #dataText({ start, end }: Span): string {
    if (this.#joined.length === 0) {
      this.#measure(this.#bytes.subarray(start, end));
      return this.#decoded(start, end);
    }
    const bytes = Buffer.concat(this.#joined);
    this.#joined = [];
    this.#measure(bytes);
    return bytes.toString(this.#ascii ? 'latin1' : 'utf8');
  }

  #measure(data: Buffer): void {
    if (this.#events.length === LIMITS.events.value) this.#excess = TOO_MANY_EVENTS;
    else this.#excess = jsonExcess(data);
  }

  #decoded(start: number, end: number): string {
    return this.#ascii ? this.#latin1.slice(start, end) : this.#bytes.toString('utf8', start, end);
  }
}

class Dispatched implements StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
  readonly atMs: number;
  readonly read: number;
  #isParsed = false;
  #json: unknown;

  constructor(type: string, data: string, lastEventId: string, atMs: number, read: number) {
    this.type = type;
    this.data = data;
    this.lastEventId = lastEventId;
    this.atMs = atMs;
    this.read = read;
  }

  get json(): unknown {
    if (!this.#isParsed) {
      this.#isParsed = true;
      // An error costs more than parsing.
      if (this.data !== '' && this.data !== DONE) this.#json = parseJson(this.data);
    }
    return this.#json;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * When the tokens of a stream came: an event counts as one token when it carries non-empty
 * content, or arguments of a call. Tokens that share a read with the one before are counted as coalesced.
 * @param sendMs when the request was sent, in ms since the origin of the run
 */
export function tokenTimes(
  operation: Operation | 'other',
  events: readonly StreamEvent[],
  sendMs: number,
): Pick<Timing, 'tokensMs' | 'coalesced' | 'lastArgumentMs'> {
  const kinds = events.map(({ json }) => tokenOf(operation, json));
  const tokens = events.filter((_, at) => kinds[at] !== undefined);
  const lastArgument = events[kinds.lastIndexOf('arguments')];
  return {
    tokensMs: tokens.map(({ atMs }) => sendMs + atMs),
    coalesced: tokens.filter(({ read }, index) => tokens[index - 1]?.read === read).length,
    ...(lastArgument && { lastArgumentMs: sendMs + lastArgument.atMs }),
  };
}
