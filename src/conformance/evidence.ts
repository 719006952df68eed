import { acceptsCoding, contentCoding } from '../answers/content-coding.ts';
import { recently } from '../answers/memo-last.ts';
import { type Exchange, type ExchangeAnswer, header, mediaType } from '../exchange/exchange.ts';
import { type DecodedStream, decodeEventStream, type StreamEvent } from '../exchange/sse.ts';
import type { Series } from './rule.ts';

/**
 * What a judge may be given. Each kind is a predicate over exchanges, so that a rule never sees
 * what is not its evidence: an abandoned stream or a 429 is no missing `[DONE]`.
 */
export interface EvidenceOf {
  /** A 2xx answer with one body, whole. */
  answer: Answer;
  /** A 2xx event stream that the server ended. */
  stream: Stream;
  /** A 2xx event stream that broke off, and not by us. */
  'cut-stream': Stream;
  /** A 2xx answer in either form, whole. */
  reply: Answer | Stream;
  /** A whole answer that is not 2xx. */
  failure: Answer;
  /** Any whole answer, in either form. */
  any: Answer | Stream;
  /** Any answer that the gateway began and we did not leave: whole, or broken off. */
  begun: Answer | Stream;
  /** Any exchange that we did not leave, with or without an answer; conformance only. */
  sent: Sent;
  /** All exchanges of one idempotency key, in the order sent. */
  key: Series;
  /** All exchanges of one video job, in the order sent. */
  job: Series;
  /** A rule's own series, conformance only. */
  series: Series;
}

export type EvidenceKind = keyof EvidenceOf;

/** The kinds that are single exchanges. */
export type ExchangeKind = Exclude<EvidenceKind, 'key' | 'job' | 'series'>;

/** An exchange whatever came of it. */
export interface Sent {
  readonly form: 'sent';
  readonly exchange: Exchange;
}

export interface Answer {
  readonly form: 'body';
  readonly exchange: Exchange;
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

export interface Stream {
  readonly form: 'stream';
  readonly exchange: Exchange;
  readonly status: number;
  readonly mediaType: string;
  readonly decoded: DecodedStream;
  readonly events: readonly StreamEvent[];
}

const EVENT_STREAM = 'text/event-stream';

/** Narrows exchanges to evidence, once each: a body is parsed the first time a rule asks. */
export class Narrowing {
  /** The exchange as evidence of this kind, or undefined when it is not of that kind. */
  narrow<K extends ExchangeKind>(kind: K, exchange: Exchange): EvidenceOf[K] | undefined;
  narrow(kind: ExchangeKind, exchange: Exchange): Answer | Stream | Sent | undefined {
    if (kind === 'sent') {
      return exchange.outcome === 'aborted' ? undefined : { form: 'sent', exchange };
    }
    const view = viewOf(exchange);
    if (view === undefined) return undefined;
    const whole = exchange.outcome === 'answered';
    const success = view.status >= 200 && view.status < 300;
    switch (kind) {
      case 'answer':
        return whole && success && view.form === 'body' ? view : undefined;
      case 'stream':
        return whole && success && view.form === 'stream' ? view : undefined;
      case 'cut-stream':
        return exchange.outcome === 'truncated' && success && view.form === 'stream'
          ? view
          : undefined;
      case 'reply':
        return whole && success ? view : undefined;
      case 'failure':
        return whole && !success && view.form === 'body' ? view : undefined;
      case 'any':
        return whole ? view : undefined;
      case 'begun':
        return whole || exchange.outcome === 'truncated' ? view : undefined;
    }
  }
}

/** Shared by all, so that a rule with a narrowing of its own parses nothing again. */
const viewOf = recently((exchange: Exchange): Answer | Stream | undefined => {
  const { answer } = exchange;
  if (answer?.body === undefined) return undefined;
  // What we asked to be compressed is no text to any rule but those about codings.
  if (acceptsCoding(exchange) && contentCoding(exchange) !== 'identity') return undefined;
  return mediaType(answer.headers) === EVENT_STREAM
    ? new StreamView(exchange, answer, answer.body)
    : new AnswerView(exchange, answer, answer.body);
});

class AnswerView implements Answer {
  readonly form = 'body';
  readonly exchange: Exchange;
  readonly status: number;
  readonly mediaType: string;
  readonly #body: Uint8Array;
  #text: string | undefined;
  #parsed: { json: unknown } | undefined;

  constructor(exchange: Exchange, answer: ExchangeAnswer, body: Uint8Array) {
    this.exchange = exchange;
    this.status = answer.status;
    this.mediaType = mediaType(answer.headers);
    this.#body = body;
  }

  get text(): string {
    this.#text ??= Buffer.from(
      this.#body.buffer,
      this.#body.byteOffset,
      this.#body.byteLength,
    ).toString('utf8');
    return this.#text;
  }

  get json(): unknown {
    this.#parsed ??= { json: parseJson(this.text) };
    return this.#parsed.json;
  }
}

class StreamView implements Stream {
  readonly form = 'stream';
  readonly exchange: Exchange;
  readonly status: number;
  readonly mediaType: string;
  readonly #body: Uint8Array;
  readonly #answer: ExchangeAnswer;
  #decoded: DecodedStream | undefined;

  constructor(exchange: Exchange, answer: ExchangeAnswer, body: Uint8Array) {
    this.exchange = exchange;
    this.status = answer.status;
    this.mediaType = mediaType(answer.headers);
    this.#answer = answer;
    this.#body = body;
  }

  get decoded(): DecodedStream {
    this.#decoded ??= decodeEventStream(this.#body, this.#answer.reads);
    return this.#decoded;
  }

  get events(): readonly StreamEvent[] {
    return this.decoded.events;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line on what came back instead, for a could-not-verify reason. */
export function describeOutcome(exchange: Exchange): string {
  const { answer, outcome, failure } = exchange;
  const what = `${exchange.request.method} ${new URL(exchange.request.url).pathname}`;
  if (answer === undefined) return `${what} was ${outcome}${failure ? ` (${failure})` : ''}`;
  const type = header(answer.headers, 'content-type') ?? 'no content type';
  const whole = outcome === 'answered' ? '' : `, ${outcome}`;
  return `${what} answered ${answer.status}, ${type}${whole}`;
}
