import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Gateway } from '../gateway.ts';
import { DONE, type PlannedEvent, type Result, writeText } from '../http/answer.ts';
import { isJsonObject, type JsonObject, parseObject } from '../http/json.ts';
import type { Attempt } from './attempt.ts';
import { type EventReader, OversizeEvent, type ProviderEvent } from './provider/event-reader.ts';
import type { ProviderAnswer, ProviderCall } from './provider/provider.ts';
import { decodedBody, errorIn, parseProviderJson } from './provider/provider-body.ts';
import { ProviderFailure } from './provider/provider-failure.ts';
import type { EventSink } from './relay-steps.ts';

interface RelayedStream {
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
  return new Promise((resolve, reject) => {
    new StreamRelay(gateway, stream, answer, { resolve, reject }).start();
  });
}

interface Ends {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
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

  constructor(gateway: Gateway, stream: RelayedStream, answer: ProviderAnswer, ends: Ends) {
    const { hooks } = gateway;
    const { call } = stream;
    const headers = { ...hooks.streamHeaders(call.operation), ...hooks.answerHeaders(answer) };
    this.#gateway = gateway;
    this.#stream = stream;
    this.#body = decodedBody(answer);
    this.#ends = ends;
    this.#writer = new EventWriter(gateway, stream, headers, ends.resolve);
    this.#sink = hooks.relaySink(this.#writer, call);
    this.#decode = hooks.streamDecoder();
    this.#reader = hooks.eventReader();
  }

  start(): void {
    const { signal } = this.#stream.attempt;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#body.on('data', (bytes: Buffer) => this.#read(bytes));
    for (const end of ['end', 'error']) {
      this.#body.on(end, () => this.#fail(new ProviderFailure({ kind: 'cut' })));
    }
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
    if (this.#stream.call.operation !== 'chat') return;
    if (!this.#hasFinish) throw new ProviderFailure({ kind: 'cut' });
    this.#pass({ data: DONE, dueMs: 0 });
    this.#complete();
  }

  #takeJson({ name, data: text }: ProviderEvent): void {
    const { attempt, call } = this.#stream;
    const isChat = call.operation === 'chat';
    const parsed = parseProviderJson(Buffer.from(text));
    const error = errorIn(parsed, attempt.veil);
    if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
    const data = attempt.veil.body(parsed, text);
    const type = typeof data.type === 'string' ? data.type : undefined;
    if (isChat && finishes(data)) this.#hasFinish = true;
    const token = hasToken(data, type);
    if (token) this.#stream.onToken();
    this.#pass({ name: isChat ? name : (name ?? type), data, dueMs: 0, token });
    if (!isChat && type !== undefined && TERMINAL.has(type)) {
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

  /** A stream that has begun ends with an error; otherwise the caller gets a status. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#body.destroy();
    if (this.#events === 0 || !(error instanceof ProviderFailure)) {
      this.#ends.reject(error);
      return;
    }
    const { call, release } = this.#stream;
    release();
    const begun = { operation: call.operation, next: this.#events, last: this.#last };
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

/** An event as text: a stored stream costs no more than its JSON. */
interface KeptEvent {
  readonly name: string | undefined;
  readonly data: string;
}

/** Writes the events of one relayed stream: those of one read of the provider are one write. */
class EventWriter implements EventSink {
  readonly #gateway: Gateway;
  readonly #stream: RelayedStream;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onEnd: () => void;
  readonly #kept: KeptEvent[] = [];
  #waiting: PlannedEvent[] = [];
  #isScheduled = false;
  #isFirst = true;
  keptBytes = 0;

  /** @param onEnd the last event is written */
  constructor(
    gateway: Gateway,
    stream: RelayedStream,
    headers: Readonly<Record<string, string>>,
    onEnd: () => void,
  ) {
    this.#gateway = gateway;
    this.#stream = stream;
    this.#headers = headers;
    this.#onEnd = onEnd;
  }

  event(event: PlannedEvent): void {
    this.#waiting.push(event);
    if (this.#stream.keeps) this.#keep(event);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#waiting.length > 0) this.#flush(false);
    });
  }

  end(): void {
    this.#flush(true);
  }

  /** All events again, due at once. */
  replay(): readonly PlannedEvent[] {
    return this.#kept.map(({ name, data }) => {
      return { name, data: data === DONE ? DONE : parseObject(Buffer.from(data)), dueMs: 0 };
    });
  }

  #keep({ name, data }: PlannedEvent): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#kept.push({ name, data: text });
    this.keptBytes += text.length;
  }

  #flush(isEnd: boolean): void {
    const { hooks, delayLine } = this.#gateway;
    const events = this.#waiting;
    this.#waiting = [];
    const texts = events.map((event, at) => {
      const place = { first: this.#isFirst, last: isEnd && at === events.length - 1 };
      this.#isFirst = false;
      return hooks.frame(event, place);
    });
    delayLine.push(() => this.#write(texts.join(''), isEnd));
  }

  #write(text: string, isEnd: boolean): void {
    const { response } = this.#stream;
    const written = { headers: this.#headers, text, last: isEnd };
    if (!response.destroyed) writeText(response, this.#gateway.hooks, written);
    if (isEnd) this.#onEnd();
  }
}
