import { z } from 'zod';
import { contentOf, IMAGE_URL } from './content-parts.ts';
import { integer, JsonObjectSchema, list } from './json.ts';
import { FunctionCallSchema, RESPONSE_FEATURE_MEMBERS } from './tools.ts';

/** Assumed: OpenAI OpenAPI 2.3.0, ReasoningItem: clients send it back with the output of a call. */
export const ReasoningItemSchema = z.looseObject({
  type: z.literal('reasoning'),
  summary: z.array(JsonObjectSchema),
});

/**
 * Assumed: OpenAI OpenAPI 2.3.0, InputItem: a message, a call of a function, its output, or what the model
 * thought before.
 */
const InputItemSchema = z.union([
  z.looseObject({
    type: z.literal('message').optional(),
    role: z.string().min(1),
    content: contentOf(
      z.looseObject({ type: z.literal(['input_text', 'output_text']), text: z.string() }),
      z.looseObject({ type: z.literal('input_image'), image_url: IMAGE_URL }),
    ),
  }),
  FunctionCallSchema,
  z.looseObject({
    type: z.literal('function_call_output'),
    call_id: z.string().min(1),
    output: z.string(),
  }),
  ReasoningItemSchema,
]);

/** The body of POST /responses as we send it (interface §Responses request). */
export const ResponsesRequestSchema = z.looseObject({
  model: z.string().min(1),
  instructions: z.string().optional(),
  input: z.union([z.string(), z.array(InputItemSchema).min(1)]),
  ...RESPONSE_FEATURE_MEMBERS,
});

/** Stated: the members of a response without `object` and `output_text`, which are claims of their own. */
export const ResponseFieldsSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  model: z.string(),
  output: list(JsonObjectSchema),
  usage: JsonObjectSchema,
});

/** Stated: interface §Responses response, "Has the value response". */
export const ResponseObjectSchema = z.looseObject({ object: z.literal('response') });

/** Stated: interface §Responses response, `output_text`. */
export const ResponseOutputTextSchema = z.looseObject({ output_text: z.string() });

/** Stated: interface §Responses response, whole. */
export const ResponseSchema = z.looseObject({
  ...ResponseFieldsSchema.shape,
  ...ResponseObjectSchema.shape,
  ...ResponseOutputTextSchema.shape,
});

/** Assumed: Open Responses, ResponseResource (required), beside what the interface names. */
export const OpenResponseSchema = z.looseObject({
  created_at: integer,
  completed_at: integer.nullable(),
  incomplete_details: JsonObjectSchema.nullable(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  error: JsonObjectSchema.nullable(),
  tools: list(JsonObjectSchema),
  tool_choice: z.union([z.string(), JsonObjectSchema]),
  truncation: z.string(),
  parallel_tool_calls: z.boolean(),
  text: JsonObjectSchema,
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: integer,
  temperature: z.number(),
  reasoning: JsonObjectSchema.nullable(),
  max_output_tokens: integer.nullable(),
  max_tool_calls: integer.nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: JsonObjectSchema,
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, Response. What clients make of the first events of a stream. */
export const BegunResponseSchema = z.looseObject({
  id: z.string(),
  created_at: z.number(),
  model: z.string(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, OutputContent. A part of a message item. */
export const OutputPartSchema = z.looseObject({ type: z.string() });

/** Assumed: OpenAI OpenAPI 2.3.0, OutputTextContent. */
export const OutputTextPartSchema = z.looseObject({
  type: z.literal('output_text'),
  text: z.string(),
});

/** Assumed: OpenAI OpenAPI 2.3.0, OutputTextContent.annotations. */
export const AnnotatedPartSchema = z.looseObject({ annotations: z.array(z.unknown()) });

/** Assumed: OpenAI OpenAPI 2.3.0, OutputItem. */
export const OutputItemSchema = z.looseObject({ id: z.string(), type: z.string() });

/** Assumed: OpenAI OpenAPI 2.3.0, OutputMessage. */
export const OutputMessageSchema = z.looseObject({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  content: list(OutputPartSchema),
});
