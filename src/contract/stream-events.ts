import { z } from 'zod';
import { integer } from './json.ts';
import { OutputItemSchema, OutputPartSchema } from './responses.ts';

/** The data of the event that ends a chat stream, and may end a responses stream. */
export const DONE = '[DONE]';

/** Assumed: the response in a state event, which may still be empty. */
const SnapshotSchema = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  status: z.string(),
});

/** What no client reads of it, except to show it. */
export const SnapshotDetailsSchema = SnapshotSchema.omit({ id: true });

const inItem = { item_id: z.string(), output_index: integer };
const inPart = { ...inItem, content_index: integer };

const state = <Type extends string>(type: Type) => event(type, { response: SnapshotSchema });

function event<Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) {
  return z.looseObject({ type: z.literal(type), sequence_number: integer, ...shape });
}

/** Assumed: OpenAI OpenAPI 2.3.0, the events of a text answer, each with its members. */
export const KnownResponsesEventSchema = z.discriminatedUnion('type', [
  state('response.created'),
  state('response.queued'),
  state('response.in_progress'),
  state('response.completed'),
  state('response.failed'),
  state('response.incomplete'),
  event('response.output_item.added', { output_index: integer, item: OutputItemSchema }),
  event('response.output_item.done', { output_index: integer, item: OutputItemSchema }),
  event('response.content_part.added', { ...inPart, part: OutputPartSchema }),
  event('response.content_part.done', { ...inPart, part: OutputPartSchema }),
  event('response.output_text.delta', { ...inPart, delta: z.string() }),
  event('response.output_text.done', { ...inPart, text: z.string() }),
  event('response.refusal.delta', { ...inPart, delta: z.string() }),
  event('response.refusal.done', { ...inPart, refusal: z.string() }),
  event('response.function_call_arguments.delta', { ...inItem, delta: z.string() }),
  event('response.function_call_arguments.done', { ...inItem, arguments: z.string() }),
  event('error', {
    message: z.string(),
    code: z.string().nullish(),
    param: z.string().nullish(),
  }),
]);

/** The types that `KnownResponsesEventSchema` knows; others are legal and are not checked. */
export const KNOWN_RESPONSES_EVENTS: ReadonlySet<string> = new Set(
  KnownResponsesEventSchema.options.map(({ shape }) => shape.type.value),
);

/** The event types that carry the response. */
export const RESPONSE_STATE_EVENTS: ReadonlySet<string> = new Set(
  KnownResponsesEventSchema.options
    .filter(({ shape }) => 'response' in shape)
    .map(({ shape }) => shape.type.value),
);

/** The event types that end a responses stream. */
export const TERMINAL_RESPONSES_EVENTS: ReadonlySet<string> = new Set([
  'response.completed',
  'response.failed',
  'response.incomplete',
]);
