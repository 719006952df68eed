import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Gateway } from '../gateway.ts';
import { DONE, type PlannedEvent, type Result } from '../http/answer.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import type { PostOperation } from '../routes.ts';
import type { Attempt } from './attempt.ts';
import { EventWriter } from './event-writer.ts';
import { type EventReader, OversizeEvent, type ProviderEvent } from './provider/event-reader.ts';
import type { ProviderAnswer, ProviderCall } from './provider/provider.ts';
import { decodedBody } from './provider/provider-body.ts';
import { ProviderFailure } from './provider/provider-failure.ts';
import { errorIn, parseProviderJson } from './provider/provider-json.ts';
import type { EventSink } from './relay-steps.ts';

interface RelayedStream {
  readonly operation: PostOperation;
  readonly call: ProviderCall;
  readonly response: ServerResponse;
  readonly attempt: Attempt;
  /** Keeps the events for a replay. */
  readonly keeps: boolean;
  /** A complete answer: called before its last event is written. */
  readonly commit: (result: Result, sizeBytes: number) => void;
  /** An answer that failed after it had begun. */
  readonly release: () => void;
  /** The first token goes to the caller. */
  readonly onToken: () => void;
}

const EVENT_STREAM = 'text/event-stream';

/** How long the end of a body may take after its last event; the connection is then reused. */
const LINGER_MS = 1000;

/**
 * Sends the provider's stream on, event by event. Resolves when its last event is written; rejects
 * when it fails before its first event, and when the caller disconnects.
 */
export function relayStream(
  gateway: Gateway,
  stream: RelayedStream,
  answer: ProviderAnswer,
): Promise<void> {
  const type = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== EVENT_STREAM) {
    answer.body.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }
  const body = decodedBody(answer);
  return new Promise((resolve, reject) => {
    const headers = gateway.hooks.answerHeaders(answer);
    new StreamRelay(gateway, stream, { body, headers }, { resolve, reject }).start();
  });
}

interface Ends {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

interface Head {
  readonly body: Readable;
  /** For the caller. */
  readonly headers: Readonly<Record<string, string>>;
}

class StreamRelay {
  readonly #gateway: Gateway;
  readonly #stream: RelayedStream;
  readonly #body: Readable;
  readonly #ends: Ends;
  readonly #writer: EventWriter;
  readonly #sink: EventSink;
  readonly #decode: (bytes: Buffer) => string;
  readonly #reader: EventReader;
  #events = 0;
  #last: JsonObject = {};
  #hasFinish = false;
  #hasError = false;
  #isOver = false;

  constructor(gateway: Gateway, stream: RelayedStream, { body, headers: added }: Head, ends: Ends) {
    const { hooks, delayLine: line } = gateway;
    const { operation, call, response, keeps } = stream;
    const headers = { ...hooks.streamHeaders(operation), ...added };
    this.#gateway = gateway;
    this.#stream = stream;
    this.#body = body;
    this.#ends = ends;
    this.#writer = new EventWriter({
      response,
      headers,
      hooks,
      line,
      keeps,
      onEnd: ends.resolve,
    });
    this.#sink = hooks.relaySink(this.#writer, call);
    this.#decode = hooks.streamDecoder();
    this.#reader = hooks.eventReader();
  }

  start(): void {
    const { signal } = this.#stream.attempt;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#body.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#body.on('end', () => this.#onEnd());
    this.#body.on('error', () => this.#fail(new ProviderFailure({ kind: 'cut' })));
    if (signal.aborted) this.#onAbort();
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return;
    try {
      for (const event of this.#reader.read(this.#decode(bytes))) this.#take(event);
    } catch (error) {
      const isUnusable = error instanceof OversizeEvent;
      this.#fail(isUnusable ? new ProviderFailure({ kind: 'unusable' }) : error);
    }
    this.#holdBack();
  }

  #take(event: ProviderEvent): void {
    if (this.#isOver) return;
    this.#stream.attempt.patience.renew();
    if (event.data === DONE) this.#takeDone();
    else this.#takeJson(event);
  }

  /** The end of a chat; a response ends with an event of its own. */
  #takeDone(): void {
    if (this.#stream.operation !== 'chat') return;
    if (!this.#hasFinish) throw new ProviderFailure({ kind: 'cut' });
    this.#pass({ data: DONE, dueMs: 0 });
    this.#complete();
  }

  #takeJson({ name, data: text }: ProviderEvent): void {
    const { operation, attempt } = this.#stream;
    const parsed = parseProviderJson(Buffer.from(text));
    const error = errorIn(parsed, attempt.veil);
    if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
    const data = attempt.veil.body(parsed, text);
    const type = typeof data.type === 'string' ? data.type : undefined;
    if (operation === 'chat' && finishes(data)) this.#hasFinish = true;
    const token = hasToken(data, type);
    if (token) this.#stream.onToken();
    const given = operation === 'chat' ? name : (name ?? type);
    this.#pass({ name: given, data, dueMs: 0, token });
    if (operation === 'responses' && type !== undefined && TERMINAL.has(type)) {
      this.#hasError = type === 'response.failed';
      this.#complete();
    }
  }

  #pass(event: PlannedEvent): void {
    this.#events += 1;
    if (typeof event.data !== 'string') this.#last = event.data;
    this.#sink.event(event);
  }

  #complete(): void {
    const { commit, release } = this.#stream;
    const writer = this.#writer;
    if (this.#hasError) release();
    else {
      const id = this.#gateway.hooks.newId('relayed_');
      commit({ form: 'stream', id, plan: () => writer.replay() }, writer.keptBytes);
    }
    this.#finish();
    this.#sink.end();
    linger(this.#body);
  }

  #onEnd(): void {
    this.#fail(new ProviderFailure({ kind: 'cut' }));
  }

  /** A stream that has begun ends with an error; otherwise the caller gets a status. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#body.destroy();
    if (this.#events === 0 || !(error instanceof ProviderFailure)) {
      this.#ends.reject(error);
      return;
    }
    const { operation, release } = this.#stream;
    release();
    const begun = { operation, next: this.#events, last: this.#last };
    this.#gateway.hooks.endFailedStream(this.#sink, error, begun);
  }

  readonly #onAbort = () => this.#fail(this.#stream.attempt.signal.reason);

  #finish(): void {
    this.#isOver = true;
    this.#stream.attempt.signal.removeEventListener('abort', this.#onAbort);
  }

  /** A slow reader slows the provider down. */
  #holdBack(): void {
    const { response, attempt } = this.#stream;
    if (this.#isOver || !this.#gateway.hooks.holdsBack(response)) return;
    const body = this.#body;
    body.pause();
    attempt.patience.pause();
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      attempt.patience.resume();
      body.resume();
    };
    response.on('drain', go);
    response.on('close', go);
  }
}

const TERMINAL: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

function finishes({ choices }: JsonObject): boolean {
  if (!Array.isArray(choices)) return false;
  return choices.some((choice) => isJsonObject(choice) && typeof choice.finish_reason === 'string');
}

function hasToken({ choices, delta }: JsonObject, type: string | undefined): boolean {
  if (type === 'response.output_text.delta') return delta !== '';
  if (!Array.isArray(choices)) return false;
  return choices.some((choice) => {
    const given = isJsonObject(choice) ? choice.delta : undefined;
    return isJsonObject(given) && typeof given.content === 'string' && given.content !== '';
  });
}

/** Reads a body to its end, so that the connection can be reused. */
function linger(body: Readable): void {
  if (body.readableEnded) return;
  const timer = setTimeout(() => body.destroy(), LINGER_MS);
  body.once('close', () => clearTimeout(timer));
}
