import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { replyUsage } from '../../../answers/reply.ts';
import { sentBodyOf, sentJson } from '../../../answers/sent-body.ts';
import {
  ChatChoicesSchema,
  ChatCompletionSchema,
  ChatFieldsSchema,
} from '../../../contract/chat.ts';
import { type Contradiction, contradictions } from '../../../contract/contradictions.ts';
import { JsonObjectSchema } from '../../../contract/json.ts';
import { header, idempotencyKeyOf } from '../../../exchange/exchange.ts';
import { answerRule, replyRule } from '../../declare.ts';
import { wrongCounts } from '../../findings/usage.ts';
import { manyChats, shortChat } from '../../probes/answers.ts';
import { body, members, uniqueId, usageSum } from '../../rows/members.ts';
import { type Finding, need } from '../../rule.ts';

export const chatCreatedInteger = members('chat-created-integer', {
  level: 'must',
  stated: 'interface §Chat completion response: "created | integer | Creation time (numeric)."',
  statement: 'The field created of a chat completion is an integer.',
  harm: 'Clients in typed languages reject the whole answer if an integer field has a fraction.',
  provenBy: 'chat-created-float',
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
  probe: manyChats,
});

export const chatRequiredFields = members('chat-required-fields', {
  level: 'must',
  stated: 'interface §Chat completion response: id, object, created, model, choices, usage',
  statement:
    'A chat completion has the strings id, object and model, the number created, the array choices and the object usage.',
  harm: 'A typed client fails if a field is missing, or bills and logs nothing for the answer.',
  provenBy: 'chat-drop-usage',
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
  probe: shortChat,
  schema: JsonObjectSchema,
  isUnstreamed: true,
});

export const chatChoicesShape = answerRule('chat-choices-shape', {
  level: 'must',
  stated:
    'interface §Chat completion response: "Each item: index (integer), message (message, as above), finish_reason (string)"; §Message: role string, content string; §What the service does: "Chat dialog, compatible with a common chat-completion interface"',
  statement:
    'A chat completion has at least one choice. Each choice has an integer index, a message with the strings role and content, and a finish_reason.',
  harm: 'Every client reads choices[0].message.content: with another shape it finds no answer.',
  provenBy: 'chat-content-array',
  probe: shortChat,
  *judge({ json }) {
    const choices = member(json, 'choices');
    need(Array.isArray(choices), 'a body with choices', 'chat-required-fields');
    if (choices.length === 0) {
      yield { expected: 'at least one choice', actual: '[]', where: 'choices' };
    }
    const hasText = objectsIn(choices).every(
      ({ message }) => !member(message, 'tool_calls') && !member(message, 'refusal'),
    );
    need(hasText, 'an answer in text: the interface shows neither a tool call nor a refusal');
    for (const found of contradictions(ChatChoicesSchema, json)) {
      if (!isAnotherRules(found)) yield found;
    }
  },
});

/** Other rules judge the value of finish_reason, and what the interface does not show. */
function isAnotherRules({ where = '', actual }: Contradiction): boolean {
  if (/\.(logprobs|refusal)\b/.test(where)) return true;
  return where.endsWith('.finish_reason') && actual !== 'absent';
}

export const chatChoiceIndex = replyRule('chat-choice-index', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, choices.index ("The index of the choice in the list of choices"); openai/openai-python#3709; BerriAI/litellm#3678',
  statement: 'Each choice of a chat has its own index, from 0 to n − 1.',
  harm: 'Clients store a choice and its deltas by index, and show the one at index 0.',
  provenBy: 'chat-index-from-one',
  probe: shortChat,
  *judge(reply) {
    const sent = member(sentJson(reply.exchange), 'n');
    const most = typeof sent === 'number' ? sent : 1;
    if (reply.form === 'body') {
      const choices = objectsIn(member(reply.json, 'choices'));
      need(choices.some(isNumbered), 'a choice with an integer index');
      yield* misnumbered(choices, most);
      return;
    }
    need(!failsInBand(reply), 'a stream without a failure', 'chat-stream-offered');
    const chunks = chatChunks(reply).map(({ event, json }) => ({
      atMs: event.atMs,
      choices: objectsIn(json.choices),
    }));
    need(
      chunks.some(({ choices }) => choices.some(isNumbered)),
      'a choice with an integer index',
    );
    for (const { choices, atMs } of chunks) {
      for (const found of misnumbered(choices, most)) yield { ...found, atMs };
    }
  },
});

function isNumbered({ index }: JsonObject): boolean {
  return Number.isInteger(index);
}

function* misnumbered(choices: readonly JsonObject[], most: number): Iterable<Finding> {
  const seen = new Set<unknown>();
  for (const [at, choice] of choices.entries()) {
    if (!isNumbered(choice)) continue;
    const { index } = choice;
    const where = `choices[${at}].index`;
    if (Number(index) < 0 || Number(index) >= most) {
      yield { expected: most === 1 ? '0' : `0 to ${most - 1}`, actual: index, where };
    } else if (seen.has(index)) {
      yield { expected: 'a different index for each choice', actual: index, where };
    }
    seen.add(index);
  }
}

export const chatFixedValues = replyRule('chat-fixed-values', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse.object, ChatCompletionResponseMessage.role (enums of one word); langgenius/dify#14101',
  statement:
    'The object of a chat completion is "chat.completion". The role of its messages and first deltas is "assistant".',
  harm: 'Clients that validate reject any other word; others assign the message to another author.',
  provenBy: 'chat-role-bot',
  probe: shortChat,
  *judge(reply) {
    if (reply.form === 'stream') {
      yield* otherRoles(reply);
      return;
    }
    const { json } = reply;
    const object = member(json, 'object');
    const roles = objectsIn(member(json, 'choices')).map(({ message }) => member(message, 'role'));
    need(
      isJsonObject(json) && (object ?? roles[0]) !== undefined,
      'a body with an object or a role',
    );
    if (isOther(object, 'chat.completion')) {
      yield { expected: '"chat.completion"', actual: object, where: 'object' };
    }
    for (const [index, role] of roles.entries()) {
      const where = `choices[${index}].message.role`;
      if (isOther(role, 'assistant')) yield { expected: '"assistant"', actual: role, where };
    }
  },
});

function* otherRoles(stream: Stream): Iterable<Finding> {
  need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
  const first = chatChunks(stream).find(({ choices }) => choices.length > 0);
  need(first, 'a stream with a choice');
  for (const { index, delta } of first.choices) {
    const where = `choices[${index}].delta.role`;
    const { atMs } = first.event;
    if (isOther(delta.role, 'assistant')) {
      yield { expected: '"assistant"', actual: delta.role, where, atMs };
    }
  }
}

/** The rules on shapes judge whether the value is present and a string. */
function isOther(value: unknown, wanted: string): boolean {
  return typeof value === 'string' && value !== wanted;
}

export const chatFinishReason = answerRule('chat-finish-reason', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse, finish_reason (not nullable)',
  statement: 'The finish_reason of a finished choice is a non-empty string.',
  harm: 'An agent loop reads finish_reason: if it is null in a finished answer, the loop waits for more text or takes half a text for the whole one.',
  provenBy: 'chat-finish-null',
  probe: shortChat,
  *judge({ json }) {
    const choices = objectsIn(member(json, 'choices'));
    const reasons = choices.map(({ finish_reason: reason }) => reason);
    need(
      reasons.some((reason) => reason !== undefined),
      'a choice with a finish_reason',
    );

    for (const [index, reason] of reasons.entries()) {
      if (reason === undefined || (typeof reason === 'string' && reason !== '')) continue;
      const where = `choices[${index}].finish_reason`;
      yield { expected: 'a non-empty string', actual: reason, where };
    }
  },
});

export const chatNamesNotEmpty = replyRule('chat-names-not-empty', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, id ("A unique identifier"), model ("The model used"); interface (identifier, object kind, model that answered)',
  statement:
    'The id, item_id, object, model and status of an answer or an event are never an empty string.',
  harm: 'Records, bills and logs use these values as keys: with an empty one, they mix up.',
  provenBy: 'chat-model-empty',
  operations: ['chat', 'responses', 'video-create', 'video-read', 'video-cancel'],
  settings: ['allowEmptyFirstChunk'],
  probe: shortChat,
  *judge(reply, { allowEmptyFirstChunk }) {
    if (reply.form === 'body') {
      need(isJsonObject(reply.json), 'a body that is a JSON object');
      yield* emptyNames(reply.json, '');
      return;
    }
    const events = reply.events.slice(allowEmptyFirstChunk ? 1 : 0);
    need(events.length > 0, 'a stream with events');
    for (const { json, atMs } of events) {
      if (!isJsonObject(json)) continue;
      for (const found of emptyNames(json, '')) yield { ...found, atMs };
    }
  },
});

const NAMES = ['id', 'item_id', 'object', 'model', 'status'];

/** In the object itself, in the response or item of an event, and in the items of output. */
function emptyNames(object: JsonObject, path: string): readonly Finding[] {
  const found: Finding[] = NAMES.filter((name) => object[name] === '').map((name) => ({
    expected: 'non-empty string',
    actual: '""',
    where: path + name,
  }));
  if (path !== '' && !path.startsWith('response.')) return found;
  for (const name of ['response', 'item']) {
    const inner = object[name];
    if (isJsonObject(inner) && path === '') found.push(...emptyNames(inner, `${name}.`));
  }
  for (const [index, item] of objectsIn(object.output).entries()) {
    found.push(...emptyNames(item, `${path}output[${index}].`));
  }
  return found;
}

export const chatCreatedSeconds = replyRule('chat-created-seconds', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, created (format unixtime, in seconds)',
  statement:
    'The fields created and created_at are Unix seconds close to the Date header of the answer.',
  harm: 'With another unit, clients show, sort and store every answer as if it came from the year 58 000.',
  provenBy: 'chat-created-millis',
  operations: ['chat', 'responses', 'images', 'video-create'],
  settings: ['clockSkewMs'],
  probe: shortChat,
  *judge(reply, expect) {
    const { exchange } = reply;
    const key = idempotencyKeyOf(exchange);
    need(key === undefined, 'an answer that is not a replay');
    const found = timesIn(reply)[0];
    need(found, 'a body or an event with a number in created or created_at');
    const dateMs = Date.parse(header(exchange.answer?.headers ?? [], 'date') ?? '');
    need(Number.isFinite(dateMs), 'an answer with a Date');

    const { where, actual } = found;
    if (Math.abs(actual * 1000 - dateMs) > expect.clockSkewMs) {
      yield { expected: `about ${dateMs / 1000}, in seconds`, actual, where };
    }
  },
});

interface Time {
  readonly where: string;
  readonly actual: number;
}

/** For a stream: those of the first event that has one, or of the response in that event. */
function timesIn(reply: Answer | Stream): readonly Time[] {
  if (reply.form === 'body') return timesOf(reply.json, '');
  for (const { json } of reply.events) {
    const times = [...timesOf(json, ''), ...timesOf(member(json, 'response'), 'response.')];
    if (times.length > 0) return times;
  }
  return [];
}

function timesOf(object: unknown, path: string): readonly Time[] {
  return ['created', 'created_at'].flatMap((name) => {
    const actual = member(object, name);
    return typeof actual === 'number' ? [{ where: path + name, actual }] : [];
  });
}

export const chatUsageIntegers = replyRule('chat-usage-integers', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CompletionUsage, ChatCompletionStreamOptions; AI SDK (reads both)',
  statement:
    'The prompt, completion and total tokens of usage are integers, and a chat stream that was requested with include_usage has usage.',
  harm: 'A client without a count reports no tokens, or NaN: bills and quotas miss the answer.',
  provenBy: 'chat-usage-null',
  settings: ['usageNames'],
  probe: shortChat,
  *judge(reply, expect) {
    need(reply.form === 'body' || !failsInBand(reply), 'a stream without a failure');
    const usage = replyUsage(reply);
    const options = sentBodyOf(reply.exchange)?.body.stream_options;
    if (reply.form === 'stream' && member(options, 'include_usage') === true) {
      if (usage === undefined) {
        yield { expected: 'a chunk with usage', actual: 'none', where: 'usage' };
        return;
      }
    }
    yield* wrongCounts(usage, expect.usageNames.chat);
  },
});
