import { z } from 'zod';
import { ChatChunkSchema, ChatCompletionSchema } from '../../../src/contract/chat.ts';
import { ErrorSchema } from '../../../src/contract/error.ts';
import { ImagesResponseSchema } from '../../../src/contract/images.ts';
import { integer } from '../../../src/contract/json.ts';
import { OPERATION_NAMES, type Operation } from '../../../src/contract/operations.ts';
import {
  OutputMessageSchema,
  OutputTextPartSchema,
  ResponseSchema,
} from '../../../src/contract/responses.ts';
import { DONE, KnownResponsesEventSchema } from '../../../src/contract/stream-events.ts';
import { TranscriptionSchema } from '../../../src/contract/transcription.ts';
import { VideoJobSchema } from '../../../src/contract/video.ts';
import { type Exchange, mediaType } from '../../../src/exchange/exchange.ts';
import { isObject, type JsonObject, valuesAt } from './json-edits.ts';
import { bodyText, recordedEvents } from './recorded-answer.ts';
import type { Tape } from './tape.ts';

/** Where members of the contract travel. */
export interface Place {
  readonly name: string;
  /** Every member that can stand there. */
  readonly schema: z.ZodType;
  /** The events of a stream that belong to it, or the body; empty for an exchange without. */
  spots(exchange: Exchange, tape: Tape): readonly Spot[];
}

export interface Spot {
  readonly document: unknown;
  /** The place among the events of the stream; absent for a body. */
  readonly event?: number;
}

const counts = (names: readonly string[]) =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, integer])));
const ChatUsage = counts(['prompt_tokens', 'completion_tokens', 'total_tokens']);
const ResponseUsage = counts(['input_tokens', 'output_tokens', 'total_tokens']);
const ErrorBody = z.looseObject({ error: ErrorSchema });
const Completion = z.looseObject({ ...ChatCompletionSchema.shape, usage: ChatUsage });
const Chunk = z.looseObject({ ...ChatChunkSchema.shape, usage: ChatUsage.nullish() });
const Message = z.looseObject({
  ...OutputMessageSchema.shape,
  content: z.array(OutputTextPartSchema),
});
const Response = z.looseObject({
  ...ResponseSchema.shape,
  output: z.array(Message),
  usage: ResponseUsage,
});
const FailedJob = z.looseObject({ ...VideoJobSchema.shape, error: ErrorSchema });

/** Members whose inside is known by another schema of the contract. */
const INSIDES: Readonly<Record<string, z.ZodType>> = {
  'response.completed response': Response,
  'response.output_item.added item': Message,
  'response.output_item.done item': Message,
  'response.content_part.added part': OutputTextPartSchema,
  'response.content_part.done part': OutputTextPartSchema,
};

/** Every place, in the order of the interface. */
export const PLACES: readonly Place[] = [
  ...bodies('chat', Completion),
  ...events('chat', 'first chunk', Chunk, (_, at) => at === 0),
  ...events('chat', 'later chunk', Chunk, (chunk, at) => at === 2 && isOpen(chunk)),
  ...events('chat', 'last chunk', Chunk, isFinish),
  ...events('chat', 'usage chunk', Chunk, (chunk) => isObject(chunk.usage)),
  ...events('chat', 'every chunk', Chunk, (chunk) => Array.isArray(chunk.choices)),
  ...events('chat', 'error event', ErrorBody, (chunk) => isObject(chunk.error)),
  ...bodies('responses', Response),
  ...KnownResponsesEventSchema.options.flatMap(responsesEvent),
  ...events(
    'responses',
    'every event',
    z.looseObject({ response: z.looseObject({ id: z.string() }), item_id: z.string() }),
    () => true,
  ),
  ...bodies('images', ImagesResponseSchema),
  ...bodies('transcription', TranscriptionSchema),
  ...bodies('video-create', VideoJobSchema),
  ...['queued', 'in_progress', 'completed', 'cancelled'].map((status) =>
    job('video-read', status, VideoJobSchema),
  ),
  job('video-read', 'failed', FailedJob),
  job('video-cancel', 'completed', VideoJobSchema),
  job('video-cancel', 'cancelled', VideoJobSchema),
  ...OPERATION_NAMES.map((operation) =>
    refusals(`refusal of ${operation}`, (exchange) => exchange.operation === operation),
  ),
  ...[400, 401, 404, 405, 409, 413, 415, 422, 500].map((status) =>
    refusals(`refusal with ${status}`, ({ answer }) => answer?.status === status),
  ),
];

/** The sentinel of a stream, which has no members and can be lost or doubled. */
export const SENTINEL: Place = {
  name: 'chat [DONE]',
  schema: z.looseObject({}),
  spots: (exchange) =>
    exchange.operation === 'chat' && isStream(exchange)
      ? eventSpots(exchange).filter(({ document }) => document === DONE)
      : [],
};

/** All answers of one body, replays with them; and the replays alone. */
function bodies(operation: Operation, schema: z.ZodType): readonly Place[] {
  return withReplays(operation, 'body', schema, (exchange) =>
    exchange.operation === operation && isSuccess(exchange) && !isStream(exchange)
      ? bodySpot(exchange)
      : [],
  );
}

function events(
  operation: Operation,
  which: string,
  schema: z.ZodType,
  belongs: (event: JsonObject, index: number) => boolean,
): readonly Place[] {
  return withReplays(operation, which, schema, (exchange) =>
    exchange.operation === operation && isSuccess(exchange) && isStream(exchange)
      ? eventSpots(exchange).filter(
          ({ document }, index) => isObject(document) && belongs(document, index),
        )
      : [],
  );
}

function responsesEvent(
  option: (typeof KnownResponsesEventSchema)['options'][number],
): readonly Place[] {
  const type = option.shape.type.value;
  const shape = Object.entries(option.shape).map(([name, schema]) => [
    name,
    INSIDES[`${type} ${name}`] ?? schema,
  ]);
  const schema = z.looseObject(Object.fromEntries(shape));
  return events('responses', type, schema, (event) => event.type === type);
}

function withReplays(
  operation: Operation,
  which: string,
  schema: z.ZodType,
  spotsOf: (exchange: Exchange) => readonly Spot[],
): readonly Place[] {
  return [
    { name: `${operation} ${which}`, schema, spots: spotsOf },
    {
      name: `${operation} ${which}, replayed`,
      schema,
      spots: (exchange, { replays }) => (replays.has(exchange) ? spotsOf(exchange) : []),
    },
  ];
}

/** The answers that show a job in one state. */
function job(operation: Operation, status: string, schema: z.ZodType): Place {
  return {
    name: `${operation} ${status}`,
    schema,
    spots: (exchange) =>
      exchange.operation === operation && isSuccess(exchange)
        ? bodySpot(exchange).filter(({ document }) => valuesAt(document, ['status'])[0] === status)
        : [],
  };
}

function refusals(name: string, belongs: (exchange: Exchange) => boolean): Place {
  return {
    name,
    schema: ErrorBody,
    spots: (exchange) =>
      (exchange.answer?.status ?? 0) >= 400 && belongs(exchange) ? bodySpot(exchange) : [],
  };
}

/** Read once: every mutant of every place asks again. */
const SPOTS = new WeakMap<Exchange, readonly Spot[]>();

function spotsIn(exchange: Exchange, read: () => readonly Spot[]): readonly Spot[] {
  const spots = SPOTS.get(exchange) ?? read();
  SPOTS.set(exchange, spots);
  return spots;
}

function bodySpot(exchange: Exchange): readonly Spot[] {
  return spotsIn(exchange, () => readBody(exchange));
}

function eventSpots(exchange: Exchange): readonly Spot[] {
  return spotsIn(exchange, () => readEvents(exchange));
}

function readBody({ answer }: Exchange): readonly Spot[] {
  const document = answer === undefined ? undefined : parsed(bodyText(answer));
  return isObject(document) ? [{ document }] : [];
}

function readEvents({ answer }: Exchange): readonly Spot[] {
  if (answer === undefined) return [];
  return recordedEvents(answer).map(({ data }, event) => ({
    document: data === DONE ? DONE : parsed(data),
    event,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSuccess({ answer, outcome }: Exchange): boolean {
  return outcome === 'answered' && answer !== undefined && answer.status < 300;
}

function isStream({ answer }: Exchange): boolean {
  return answer !== undefined && mediaType(answer.headers) === 'text/event-stream';
}

function isOpen(chunk: JsonObject): boolean {
  return !isFinish(chunk) && valuesAt(chunk, ['choices', '[]', 'index']).length > 0;
}

function isFinish(chunk: JsonObject): boolean {
  return valuesAt(chunk, ['choices', '[]', 'finish_reason']).some(
    (reason) => typeof reason === 'string',
  );
}
