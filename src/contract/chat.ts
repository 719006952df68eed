import { z } from 'zod';
import { contentOf, IMAGE_URL } from './content-parts.ts';
import { integer, JsonObjectSchema, list } from './json.ts';
import { CHAT_FEATURE_MEMBERS, ToolCallChunkSchema, ToolCallSchema } from './tools.ts';

/** A dialog turn (interface §Chat completion request). */
const ChatMessageSchema = z.looseObject({
  role: z.string(),
  content: z.string(),
  name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
});

/** A message as we send it: one of the assistant that only calls tools has no text. */
const ChatTurnSchema = z.union([
  ChatMessageSchema.extend({
    role: z.string().min(1),
    content: contentOf(
      z.looseObject({ type: z.literal('text'), text: z.string() }),
      z.looseObject({
        type: z.literal('image_url'),
        image_url: z.looseObject({ url: IMAGE_URL }),
      }),
    ),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.null().optional(),
    tool_calls: z.array(ToolCallSchema).min(1),
  }),
]);

/** The body of POST /chat/completions as we send it. */
export const ChatRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(ChatTurnSchema).min(1),
  temperature: z.number().optional(),
  ...CHAT_FEATURE_MEMBERS,
});

/**
 * A message of an answer. Assumed: OpenAI OpenAPI 2.3.0, one that calls tools may have no text, nor one
 * in which the model refuses.
 */
const AnswerMessageSchema = ChatMessageSchema.extend({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
}).superRefine(({ content, tool_calls: calls, refusal }, context) => {
  const callsTools = Array.isArray(calls) && calls.length > 0;
  if (typeof (content ?? refusal) === 'string' || callsTools) return;
  context.addIssue({ code: 'invalid_type', expected: 'string', path: ['content'], input: content });
});

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionTokenLogprob: `bytes` are those of its UTF-8. */
const TokenSchema = z.looseObject({
  token: z.string(),
  logprob: z.number(),
  bytes: list(integer).nullish(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, choices.logprobs: the tokens of a text, or of a delta. */
const LogprobsSchema = z.looseObject({
  content: list(TokenSchema.extend({ top_logprobs: list(TokenSchema) })).nullish(),
});

/** Stated: interface §Chat completion response, `choices`. Assumed: their logprobs. */
const ChatChoiceSchema = z.looseObject({
  index: integer,
  message: AnswerMessageSchema,
  finish_reason: z.string(),
  logprobs: LogprobsSchema.nullish(),
});

/** Assumed: only the logprobs of the choices. */
export const ChatLogprobsSchema = z.looseObject({
  choices: list(z.looseObject({ logprobs: LogprobsSchema.nullish() })),
});

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionResponseMessage.refusal. */
export const ChatRefusalsSchema = z.looseObject({
  choices: list(z.looseObject({ message: z.looseObject({ refusal: z.string().nullish() }) })),
});

/** Stated: the members of a chat completion, without the inside of `choices`. */
export const ChatFieldsSchema = z.looseObject({
  id: z.string(),
  object: z.string(),
  created: z.number(),
  model: z.string(),
  choices: z.array(z.unknown()),
  usage: JsonObjectSchema,
});

/** Stated: only the inside of `choices`. */
export const ChatChoicesSchema = z.looseObject({ choices: list(ChatChoiceSchema) });

/** Stated: interface §Chat completion response, whole. */
export const ChatCompletionSchema = z.looseObject({
  ...ChatFieldsSchema.shape,
  created: integer,
  choices: list(ChatChoiceSchema),
});

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta. */
const ChatDeltaSchema = z.looseObject({
  role: z.string().nullish(),
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: list(ToolCallChunkSchema).nullish(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse, `choices`. */
const ChatChunkChoiceSchema = z.looseObject({
  index: integer,
  delta: ChatDeltaSchema,
  finish_reason: z.string().nullish(),
  logprobs: LogprobsSchema.nullish(),
});

/** Assumed: what every client reads of a chunk. */
export const ChatChunkChoicesSchema = z.looseObject({
  choices: list(z.looseObject({ index: integer, delta: JsonObjectSchema })),
});

/** Assumed: OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse. One event of a chat stream. */
export const ChatChunkSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: integer,
  model: z.string(),
  choices: list(ChatChunkChoiceSchema),
  usage: JsonObjectSchema.nullish(),
});
