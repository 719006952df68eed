import { ChatCompletionSchema, ChatFieldsSchema } from '../../../contract/chat.ts';
import { JsonObjectSchema } from '../../../contract/json.ts';
import { manyChats, shortChat } from '../../probes/chat.ts';
import { body, members, uniqueId, usageSum } from '../../rows/members.ts';

export const chatCreatedInteger = members('chat-created-integer', {
  level: 'must',
  stated: 'interface §Chat completion response: "created | integer | Creation time (numeric)."',
  statement: 'The field created of a chat completion is an integer.',
  harm: 'Clients in typed languages reject the whole answer if an integer field has a fraction.',
  provenBy: 'chat-created-float',
  operations: ['chat'],
  probe: shortChat,
  schema: ChatCompletionSchema.pick({ created: true }),
  given: { rule: 'chat-required-fields', schema: ChatFieldsSchema.pick({ created: true }) },
  illegal: [{ created: 1_700_000_000.123 }],
  undecided: [{ created: '1700000000' }, { created: undefined }],
});

export const chatIdUnique = uniqueId('chat-id-unique', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse, "A unique identifier"',
  statement: 'No two chat completions have the same id, in sequence or at the same time.',
  harm: 'If two answers have the same id, logs, caches and refunds mix up two users.',
  provenBy: 'chat-id-constant',
  operations: ['chat'],
  probe: manyChats,
});

export const chatRequiredFields = members('chat-required-fields', {
  level: 'must',
  stated: 'interface §Chat completion response: id, object, created, model, choices, usage',
  statement:
    'A chat completion has the strings id, object and model, the number created, the array choices and the object usage.',
  harm: 'A typed client fails if a field is missing, or bills and logs nothing for the answer.',
  provenBy: 'chat-drop-usage',
  operations: ['chat'],
  probe: shortChat,
  schema: ChatFieldsSchema,
  legal: [{ system_fingerprint: null }, { usage: {} }, { created: 1.5 }],
  illegal: [
    { usage: undefined },
    { usage: null },
    { id: 7 },
    { created: undefined, model: undefined },
    { choices: {} },
  ],
});

export const chatUsageSum = usageSum('chat-usage-sum', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, CompletionUsage; xAI, Reasoning (its tokens are in the total only)',
  statement:
    'The total tokens of usage are the sum of the prompt and completion tokens, with or without the reasoning tokens.',
  harm: 'Bills and quotas are computed from usage: a wrong total costs money.',
  provenBy: 'chat-usage-total-off',
  operations: ['chat'],
  probe: shortChat,
  because: 'chat-usage-integers',
});

export const chatSyncJson = body('chat-sync-json', {
  level: 'must',
  stated:
    'interface §Endpoints: "POST /chat/completions | JSON chat completion request | JSON chat completion response (application/json)"; rule 1: "one synchronous body"',
  statement:
    'POST /chat/completions without the stream switch returns one application/json object.',
  harm: 'A client that did not request a stream parses one JSON body: events make it fail.',
  provenBy: 'chat-always-sse',
  operations: ['chat'],
  probe: shortChat,
  schema: JsonObjectSchema,
  isUnstreamed: true,
});
