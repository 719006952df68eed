import { z } from 'zod';
import { integer, JsonObjectSchema } from './json.ts';

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionTool. A function that a chat offers to the model. */
export const ChatToolSchema = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: JsonObjectSchema.optional(),
    strict: z.boolean().nullish(),
  }),
});

const MODES = z.enum(['none', 'auto', 'required']);

const NamedSchema = z.looseObject({ name: z.string().min(1) });

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionToolChoiceOption, for functions. */
const ToolChoiceSchema = z.union([
  MODES,
  z.looseObject({ type: z.literal('function'), function: NamedSchema }),
]);

/** Assumed: OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest.response_format. */
const ChatFormatSchema = z.union([
  z.looseObject({ type: z.enum(['text', 'json_object']) }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({ name: z.string().min(1), schema: JsonObjectSchema.optional() }),
  }),
]);

/** The members of a chat request about tools and the form, number and end of its answers; each may be absent. */
export const CHAT_FEATURE_MEMBERS = {
  tools: z.array(ChatToolSchema).optional(),
  tool_choice: ToolChoiceSchema.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: ChatFormatSchema.optional(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  n: z.int().min(1).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
};

/** Assumed: OpenAI OpenAPI 2.3.0, TextResponseFormatConfiguration: a schema stands beside its name. */
const ResponseFormatSchema = z.union([
  z.looseObject({ type: z.enum(['text', 'json_object']) }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: z.string().min(1),
    schema: JsonObjectSchema,
  }),
]);

/** Assumed: OpenAI OpenAPI 2.3.0, CreateResponse. The same of a request for a response, for functions. */
export const RESPONSE_FEATURE_MEMBERS = {
  tools: z.array(ChatToolSchema.shape.function.extend({ type: z.literal('function') })).optional(),
  tool_choice: z.union([MODES, NamedSchema.extend({ type: z.literal('function') })]).optional(),
  parallel_tool_calls: z.boolean().optional(),
  text: z.looseObject({ format: ResponseFormatSchema.optional() }).optional(),
  max_output_tokens: z.int().min(1).nullish(),
  previous_response_id: z.string().nullish(),
  store: z.boolean().nullish(),
};

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionMessageToolCall. The arguments are a text of JSON. */
export const ToolCallSchema = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});

/** Assumed: OpenAI OpenAPI 2.3.0, FunctionToolCall. An item of a response; `call_id` is for its output. */
export const FunctionCallSchema = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, ChatCompletionMessageToolCallChunk. A part of a call. */
export const ToolCallChunkSchema = z.looseObject({
  index: integer,
  id: z.string().nullish(),
  type: z.literal('function').nullish(),
  function: z
    .looseObject({ name: z.string().nullish(), arguments: z.string().nullish() })
    .nullish(),
});
