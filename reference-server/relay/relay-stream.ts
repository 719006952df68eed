import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Gateway } from '../hooks.ts';
import { DONE, type PlannedEvent, type Result, writeText } from '../http/answer.ts';
import { isJsonObject, type JsonObject, parseObject } from '../http/json.ts';
import type { Attempt } from './attempt.ts';
import { OversizeEvent, type ProviderEvent } from './provider/event-reader.ts';
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
  const mediaType = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'text/event-stream') {
    answer.body.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { hooks } = gateway;
  const { call, response, attempt, commit, release, onToken } = stream;
  const headers = { ...hooks.streamHeaders(call.operation), ...hooks.answerHeaders(answer) };
  const body = decodedBody(answer);
  const writer = eventWriter(gateway, stream, headers, resolve);
  const sink = hooks.relaySink(writer, call);
  const decode = hooks.streamDecoder();
  const reader = hooks.eventReader();
  const readAnswer = answerReader(stream);
  let events = 0;
  let last: JsonObject = {};
  let isOver = false;

  const finish = (): void => {
    isOver = true;
    attempt.signal.removeEventListener('abort', onAbort);
  };
  /** A stream that has begun ends with an error; otherwise the caller gets a status. */
  const fail = (error: unknown): void => {
    if (isOver) return;
    finish();
    body.destroy();
    if (events === 0 || !(error instanceof ProviderFailure)) {
      reject(error);
      return;
    }
    release();
    hooks.endFailedStream(sink, error, { operation: call.operation, next: events, last });
  };
  const onAbort = () => fail(attempt.signal.reason);
  const complete = (hasError = false): void => {
    if (hasError) release();
    else {
      const id = hooks.newId('relayed_');
      commit({ form: 'stream', id, plan: () => writer.replay() }, writer.keptBytes);
    }
    finish();
    sink.end();
    linger(body);
  };
  const take = (provided: ProviderEvent): void => {
    if (isOver) return;
    attempt.patience.renew();
    const read = readAnswer(provided);
    if (read === undefined) return;
    const { event, end } = read;
    if (event.token === true) onToken();
    events += 1;
    if (typeof event.data !== 'string') last = event.data;
    sink.event(event);
    if (end !== undefined) complete(end === 'failed');
  };

  attempt.signal.addEventListener('abort', onAbort, { once: true });
  body.on('data', (bytes: Buffer) => {
    if (isOver) return;
    try {
      for (const event of reader.read(decode(bytes))) take(event);
    } catch (error) {
      const isUnusable = error instanceof OversizeEvent;
      fail(isUnusable ? new ProviderFailure({ kind: 'unusable' }) : error);
    }
    if (!isOver && hooks.holdsBack(response)) holdBack(body, stream);
  });
  for (const end of ['end', 'error']) {
    body.on(end, () => fail(new ProviderFailure({ kind: 'cut' })));
  }
  if (attempt.signal.aborted) onAbort();
  return promise;
}

/** A slow reader slows the provider down. */
function holdBack(body: Readable, { response, attempt }: RelayedStream): void {
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

/** An event for the caller, and how the answer ends with it; absent where it goes on. */
interface AnswerEvent {
  readonly event: PlannedEvent;
  readonly end?: 'complete' | 'failed';
}

/**
 * Reads the events of one answer, of which the caller does not get those that are undefined. Throws a
 * ProviderFailure for an error, and for an end before the answer is complete.
 */
function answerReader({ call, attempt }: RelayedStream) {
  const isChat = call.operation === 'chat';
  let hasFinish = false;
  return ({ name, data: text }: ProviderEvent): AnswerEvent | undefined => {
    if (text === DONE) {
      // The end of a chat; a response ends with an event of its own.
      if (!isChat) return undefined;
      if (!hasFinish) throw new ProviderFailure({ kind: 'cut' });
      return { event: { data: DONE, dueMs: 0 }, end: 'complete' };
    }
    const parsed = parseProviderJson(Buffer.from(text));
    const error = errorIn(parsed, attempt.veil);
    if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
    const data = attempt.veil.body(parsed, text);
    const type = typeof data.type === 'string' ? data.type : undefined;
    const event = { data, dueMs: 0, token: hasToken(data, type) };
    if (isChat) {
      hasFinish ||= finishes(data);
      return { event: { ...event, name } };
    }
    const end = type === undefined ? undefined : TERMINAL.get(type);
    return { event: { ...event, name: name ?? type }, ...(end && { end }) };
  };
}

const TERMINAL: ReadonlyMap<string, AnswerEvent['end']> = new Map([
  ['response.completed', 'complete'],
  ['response.incomplete', 'complete'],
  ['response.failed', 'failed'],
]);

/** A chunk of a chat stream with a finish_reason. */
export function finishes(data: JsonObject): boolean {
  return choicesOf(data).some(({ finish_reason: reason }) => typeof reason === 'string');
}

function choicesOf({ choices }: JsonObject): readonly JsonObject[] {
  return Array.isArray(choices) ? choices.filter(isJsonObject) : [];
}

function hasToken(data: JsonObject, type: string | undefined): boolean {
  if (type === 'response.output_text.delta') return data.delta !== '';
  return choicesOf(data).some(
    ({ delta }) => isJsonObject(delta) && typeof delta.content === 'string' && delta.content !== '',
  );
}

/** Reads a body to its end, so that the connection can be reused. */
function linger(body: Readable): void {
  if (body.readableEnded) return;
  const timer = setTimeout(() => body.destroy(), LINGER_MS);
  body.once('close', () => clearTimeout(timer));
}

interface EventWriter extends EventSink {
  /** All events again, due at once. */
  replay(): readonly PlannedEvent[];
  /** The size of what is kept for that. */
  readonly keptBytes: number;
}

/**
 * Writes the events of one relayed stream: those of one read of the provider are one write.
 * @param onEnd the last event is written
 */
function eventWriter(
  { hooks, delayLine }: Gateway,
  { response, keeps }: RelayedStream,
  headers: Readonly<Record<string, string>>,
  onEnd: () => void,
): EventWriter {
  // As text: a stored stream costs no more than its JSON.
  const kept: ProviderEvent[] = [];
  let keptBytes = 0;
  let waiting: PlannedEvent[] = [];
  let isFirst = true;
  const flush = (isEnd: boolean): void => {
    const events = waiting;
    waiting = [];
    const texts = events.map((event, at) => {
      const place = { first: isFirst, last: isEnd && at === events.length - 1 };
      isFirst = false;
      return hooks.frame(event, place);
    });
    delayLine.push(() => {
      if (!response.destroyed)
        writeText(response, hooks, { headers, text: texts.join(''), last: isEnd });
      if (isEnd) onEnd();
    });
  };
  return {
    event(event) {
      const { name, data } = event;
      waiting.push(event);
      if (keeps) {
        const text = typeof data === 'string' ? data : JSON.stringify(data);
        kept.push({ name, data: text });
        keptBytes += text.length;
      }
      if (waiting.length > 1) return;
      queueMicrotask(() => {
        if (waiting.length > 0) flush(false);
      });
    },
    end: () => flush(true),
    replay: () =>
      kept.map(({ name, data }) => {
        return { name, data: data === DONE ? DONE : parseObject(Buffer.from(data)), dueMs: 0 };
      }),
    get keptBytes() {
      return keptBytes;
    },
  };
}
