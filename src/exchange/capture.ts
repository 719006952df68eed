import { reportsError } from '../contract/error.ts';
import { LIMITS } from '../input/limits.ts';
import type { BodyBudget } from './body-budget.ts';
import { EventCounter } from './event-counter.ts';
import { excessOf } from './excess.ts';
import {
  type Credential,
  type Exchange,
  type ExchangeAnswer,
  type ExchangeRequest,
  type Headers,
  isSuccess,
  mediaType,
  type Outcome,
  type Read,
  type RequestBody,
  type Timing,
} from './exchange.ts';
import { beginningOf } from './kept-exchange.ts';
import { type Outgoing, recordedUrl, requestHeaders } from './outgoing.ts';
import { UNKNOWN_CREDENTIAL } from './redaction/key-template.ts';
import type { Redactor } from './redaction/redact.ts';
import { shownBytes } from './shown-bytes.ts';
import { decodeEventStream, tokenTimes } from './sse.ts';

const MIB = 1024 * 1024;
/** Approximate size of a read with its time. */
const READ_BYTES = 64;

/** What all exchanges of a run share. */
export interface Run {
  /** ms since the origin of the run, from a monotonic clock. */
  now(): number;
  /** The id of the next exchange, from 1. */
  nextId(): number;
  readonly redactor: Redactor;
  /** The memory for all bodies that are not judged yet. */
  readonly bodies: BodyBudget;
  /** Ends the run: what is still going on is cut. */
  readonly signal?: AbortSignal;
}

/** Records one exchange while it happens, on whatever transport. */
export class Capture {
  readonly #outgoing: Outgoing;
  readonly #run: Run;
  readonly #pieces: Uint8Array[] = [];
  /** Bytes in them. */
  #length = 0;
  readonly #reads: Read[] = [];
  readonly #events = new EventCounter();
  #mostBytes = LIMITS.answerBytes.value;
  #sendMs: number;
  #firstByteMs: number | undefined;
  #head: Pick<ExchangeAnswer, 'status' | 'headers' | 'httpVersion'> | undefined;
  #sizeBytes = 0;
  #isSameRead = false;
  /** Taken from the memory for bodies. */
  #takenBytes = 0;
  #excess: string | undefined;

  constructor(outgoing: Outgoing, run: Run) {
    this.#outgoing = outgoing;
    this.#run = run;
    this.#sendMs = run.now();
  }

  get answered(): boolean {
    return this.#head !== undefined;
  }

  /**
   * The request begins to be sent; for a request that was held back, its last byte is.
   * @param atMs before the write: this process may be paused after it
   */
  sent(atMs = this.#run.now()): void {
    if (this.#firstByteMs === undefined) this.#sendMs = atMs;
  }

  /** A status line begins. That of an interim response (1xx) is replaced by the next one. */
  firstByte(): void {
    this.#firstByteMs = this.#run.now();
  }

  head(status: number, headers: Headers, httpVersion?: ExchangeAnswer['httpVersion']): void {
    this.#head = { status, headers, ...(httpVersion && { httpVersion }) };
    this.#mostBytes = mostBytes(this.#outgoing, headers);
  }

  /**
   * Takes a piece of the body. Pieces handed over in one turn of the event loop came in one read.
   * @returns how to end the exchange now, or undefined to go on
   */
  data(piece: Uint8Array): 'oversize' | 'aborted' | undefined {
    this.#sizeBytes += piece.length;
    const room = this.#mostBytes - this.#length;
    const taken = piece.length <= room ? piece : piece.subarray(0, room);
    if (!this.#take(taken.length + READ_BYTES)) return this.#exceed(TOO_MUCH_AT_ONCE);
    this.#pieces.push(taken);
    this.#length += taken.length;
    this.#read();
    if (piece.length > room) return this.#exceed(`larger than ${this.#mostBytes / MIB} MiB`);
    if (this.#reads.length > LIMITS.reads.value) return this.#exceed(TOO_MANY_READS);
    const { disconnectAfterEvents } = this.#outgoing;
    if (disconnectAfterEvents === undefined) return undefined;
    this.#events.take(piece);
    return this.#events.count >= disconnectAfterEvents ? 'aborted' : undefined;
  }

  /**
   * The exchange, with every key in it replaced.
   * @param notHttp what came in place of HTTP
   */
  settle(outcome: Outcome, failure?: string, notHttp?: Buffer): Exchange {
    const { operation, sender, group, attempt, expected } = this.#outgoing;
    const redactor = this.#redactor();
    const endMs = this.#run.now();
    const answer = this.#accounted(this.#answer(redactor, UNJUDGED.has(outcome)));
    const why = this.#excess ?? failure;
    return {
      id: this.#run.nextId(),
      operation,
      sender,
      ...(group && { group }),
      attempt,
      ...(expected && { expected }),
      request: this.#request(redactor),
      timing: this.#timing(endMs, answer),
      outcome: this.#excess === undefined ? outcome : 'oversize',
      ...(answer && this.#reportsError(answer) && { reportsError: true as const }),
      ...(answer && { answer }),
      ...(notHttp && { notHttp: shownBytes(redactor.text(notHttp.toString('latin1'))) }),
      ...(why !== undefined && { failure: redactor.text(why) }),
    };
  }

  #take(bytes: number): boolean {
    const isTaken = this.#run.bodies.take(bytes);
    if (isTaken) this.#takenBytes += bytes;
    return isTaken;
  }

  #exceed(why: string): 'oversize' {
    this.#excess = why;
    return 'oversize';
  }

  /** The memory of an answer is taken until its body is released. */
  #accounted(answer: ExchangeAnswer | undefined): ExchangeAnswer | undefined {
    const held = (answer?.body?.length ?? 0) + (answer?.reads.length ?? 0) * READ_BYTES;
    this.#run.bodies.give(Math.max(0, this.#takenBytes - held));
    if (answer?.body !== undefined) {
      this.#run.bodies.hold(answer.body, Math.min(this.#takenBytes, held));
    }
    return answer;
  }

  #read(): void {
    const endOffset = this.#length;
    if (this.#isSameRead) {
      const atMs = this.#reads.pop()?.atMs ?? 0;
      this.#reads.push({ endOffset, atMs });
      return;
    }
    this.#reads.push({ endOffset, atMs: this.#run.now() - this.#sendMs });
    this.#isSameRead = true;
    queueMicrotask(() => {
      this.#isSameRead = false;
    });
  }

  #redactor(): Redactor {
    const { credential, authorization = '' } = this.#outgoing;
    if (credential !== 'other' && credential !== 'carried') return this.#run.redactor;
    const value = authorization.slice(authorization.lastIndexOf(' ') + 1);
    return this.#run.redactor.knowing({ name: 'sent credential', value });
  }

  #request(redactor: Redactor): ExchangeRequest {
    const { method, credential, key, payload, writeBytesPerSecond } = this.#outgoing;
    return {
      method,
      url: redactor.text(recordedUrl(this.#outgoing)),
      headers: redactor.headers(requestHeaders(this.#outgoing)),
      credential,
      ...(key !== undefined && { key }),
      ...this.#authorization(),
      body: redactedBody(payload.record(), redactor),
      ...this.#disconnect(),
      ...(writeBytesPerSecond !== undefined && { writeBytesPerSecond }),
    };
  }

  /** By the redactor of the run: a key that was never issued is not a secret in our request. */
  #authorization(): Pick<ExchangeRequest, 'authorization'> {
    const { credential, authorization } = this.#outgoing;
    if (authorization === undefined || OF_THE_RUN.has(credential)) return {};
    return { authorization: this.#run.redactor.template(authorization) ?? UNKNOWN_CREDENTIAL };
  }

  #disconnect(): Pick<ExchangeRequest, 'disconnect'> {
    const { disconnectAfterMs: afterMs, disconnectAfterEvents: afterEvents } = this.#outgoing;
    if (afterMs === undefined && afterEvents === undefined) return {};
    return {
      disconnect: {
        ...(afterMs !== undefined && { afterMs }),
        ...(afterEvents && { afterEvents }),
      },
    };
  }

  /** @param isUnjudged its beginning suffices, whatever its size */
  #answer(redactor: Redactor, isUnjudged: boolean): ExchangeAnswer | undefined {
    if (this.#head === undefined) return undefined;
    const body = Buffer.concat(this.#pieces.splice(0));
    const sizeBytes = this.#sizeBytes;
    const whole = { ...this.#head, body, reads: this.#reads, sizeBytes };
    this.#excess ??= excessOf(whole.headers, body, whole.reads);
    const isShort = isUnjudged || this.#excess !== undefined;
    // Redacting takes long for a large body: only what is kept is redacted.
    const { headers, ...answer } = isShort ? beginningOf(whole) : whole;
    return {
      ...answer,
      headers: redactor.headers(headers),
      ...redactor.body(answer.body ?? body, answer.reads),
    };
  }

  #timing(endMs: number, answer: ExchangeAnswer | undefined): Timing {
    const sendMs = this.#sendMs;
    const { readBytesPerSecond } = this.#outgoing;
    const firstByteMs = this.#firstByteMs;
    return {
      intendedMs: sendMs,
      sendMs,
      ...(firstByteMs !== undefined && { firstByteMs }),
      ...(answer && this.#tokens(answer)),
      ...(readBytesPerSecond !== undefined && { readBytesPerSecond }),
      endMs,
    };
  }

  #reportsError({ status, headers, body, reads }: ExchangeAnswer): boolean {
    if (body === undefined || !isSuccess({ status })) return false;
    if (mediaType(headers) === 'text/event-stream') {
      const { events } = decodeEventStream(body, reads);
      return events.some(({ json, type }) => reportsError(json, type));
    }
    // A video job may carry the error of its video.
    const isOfJob = this.#outgoing.operation.startsWith('video-');
    return !isOfJob && body.length <= MOST_ERROR_BYTES && reportsError(parsed(body));
  }

  #tokens({ headers, body, reads }: ExchangeAnswer): Partial<Timing> {
    const { operation } = this.#outgoing;
    if (body === undefined || mediaType(headers) !== 'text/event-stream') return {};
    return tokenTimes(operation, decodeEventStream(body, reads).events, this.#sendMs);
  }
}

const TOO_MUCH_AT_ONCE = `all bodies together larger than ${LIMITS.probeBodies.value / MIB} MiB`;
const TOO_MANY_READS = `more than ${LIMITS.reads.value} pieces`;

/** The limit of a body: less for text, which takes many times its size when it is read. */
function mostBytes({ operation }: Outgoing, headers: Headers): number {
  const isText = /^text\/|[/+](?:json|xml)$/.test(mediaType(headers));
  return isText && operation !== 'images' ? LIMITS.textBytes.value : LIMITS.answerBytes.value;
}

/** A failure is short. */
const MOST_ERROR_BYTES = 64 * 1024;

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Outcomes that leave a part of an answer, which no rule judges. */
const UNJUDGED: ReadonlySet<Outcome> = new Set(['timed-out', 'cut-by-end', 'oversize']);

/** Credentials whose names say what was sent. */
const OF_THE_RUN: ReadonlySet<Credential> = new Set(['first', 'second', 'none']);

function redactedBody(body: RequestBody, redactor: Redactor): RequestBody {
  switch (body.kind) {
    case 'none':
      return body;
    case 'text':
      return { ...body, text: redactor.text(body.text) };
    case 'multipart':
      return {
        ...body,
        fields: body.fields.map(([name, value]) => [redactor.text(name), redactor.text(value)]),
      };
  }
}
