import {
  type Exchange,
  type ExchangeAnswer,
  header,
  isSuccess,
  mediaType,
} from '../exchange/exchange.ts';
import { type DecodedStream, decodeEventStream, type StreamEvent } from '../exchange/sse.ts';
import { acceptsCoding, contentCoding } from './content-coding.ts';
import { parseJson } from './json.ts';
import { memoizeLast, OF_A_GROUP } from './memo-last.ts';

/** The view that each kind of evidence gives of a single exchange. */
export interface ViewOf {
  /** A complete 2xx answer with one body. */
  answer: Answer;
  /** A 2xx event stream that the server ended. */
  stream: Stream;
  /** A complete 2xx answer in either form. */
  reply: Answer | Stream;
  /** A complete answer that is not 2xx. */
  failure: Answer;
  /** Any complete answer, in either form. */
  any: Answer | Stream;
  /** Any answer that the gateway began and Assay did not abort: complete or truncated. */
  begun: Answer | Stream;
  /** All that came of an answer, complete or not, readable or compressed. */
  received: Sent;
  /** Any exchange in which the gateway responded, with HTTP or with other bytes. */
  responded: Sent;
  /** Any exchange that Assay did not abort, with or without an answer; conformance only. */
  sent: Sent;
}

export type ExchangeKind = keyof ViewOf;

/** An exchange, whatever its outcome. */
export interface Sent {
  readonly form: 'sent';
  readonly exchange: Exchange;
}

const EVENT_STREAM = 'text/event-stream';
const LARGE_BODY_BYTES = 256 * 1024;

/**
 * An exchange as evidence of this kind; undefined when it is not of that kind. A body is decoded
 * and parsed when it is first read, once for all rules that read it in succession.
 */
export function narrow<K extends ExchangeKind>(kind: K, exchange: Exchange): ViewOf[K] | undefined;
export function narrow(kind: ExchangeKind, exchange: Exchange): Answer | Stream | Sent | undefined {
  if (kind === 'responded') {
    const { answer, notHttp, outcome } = exchange;
    const isJudged = outcome !== 'aborted' && (answer !== undefined || notHttp !== undefined);
    return isJudged ? { form: 'sent', exchange } : undefined;
  }
  if (kind === 'sent') {
    return exchange.outcome === 'aborted' ? undefined : { form: 'sent', exchange };
  }
  if (kind === 'received') {
    return exchange.answer?.body === undefined ? undefined : { form: 'sent', exchange };
  }
  const view = viewOf(exchange);
  if (view === undefined) return undefined;
  const whole = exchange.outcome === 'answered';
  const success = isSuccess(view);
  switch (kind) {
    case 'answer':
      return whole && success && view.form === 'body' ? view : undefined;
    case 'stream':
      return whole && success && view.form === 'stream' ? view : undefined;
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

function viewOf(exchange: Exchange): Answer | Stream | undefined {
  const size = exchange.answer?.body?.length ?? 0;
  return size > LARGE_BODY_BYTES ? largeView(exchange) : smallView(exchange);
}

/** The views of several large answers together would take more memory than their bodies. */
const largeView = memoizeLast(newView);
const smallView = memoizeLast(newView, OF_A_GROUP);

function newView(exchange: Exchange): Answer | Stream | undefined {
  const { answer } = exchange;
  if (answer?.body === undefined) return undefined;
  // A body that Assay requested in compressed form concerns only the rules about codings.
  if (acceptsCoding(exchange) && contentCoding(exchange) !== 'identity') return undefined;
  if (mediaType(answer.headers) !== EVENT_STREAM) return new Answer(exchange, answer, answer.body);
  const view = new Stream(exchange, answer, answer.body);
  return view.decoded.excess === undefined ? view : undefined;
}

export class Answer {
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
    const { buffer, byteOffset, byteLength } = this.#body;
    this.#text ??= Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
    return this.#text;
  }

  /** The parsed body; undefined when it is not JSON. */
  get json(): unknown {
    this.#parsed ??= { json: parseJson(this.text) };
    return this.#parsed.json;
  }
}

export class Stream {
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

/** One line on what came back, for the reason of a could-not-verify verdict. */
export function describeOutcome(exchange: Exchange): string {
  const { answer, outcome, failure } = exchange;
  const what = `${exchange.request.method} ${new URL(exchange.request.url).pathname}`;
  if (answer === undefined) return `${what} was ${outcome}${failure ? ` (${failure})` : ''}`;
  const type = header(answer.headers, 'content-type') ?? 'no content type';
  const why = failure === undefined ? '' : ` (${failure})`;
  const whole = outcome === 'answered' ? '' : `, ${outcome}${why}`;
  return `${what} returned ${answer.status}, ${type}${whole}`;
}
