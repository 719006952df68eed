import { z } from 'zod';
import {
  addsToChoice,
  type ChatChunk,
  type ChunkChoice,
  chatChunks,
} from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../../answers/json.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { ChatChunkChoicesSchema, ChatChunkSchema } from '../../../contract/chat.ts';
import { surelyFitsChatChunk } from '../../../contract/chat-chunk-fits.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { streamRule } from '../../declare.ts';
import type { Expectations } from '../../expectations.ts';
import { pacedStream, shortStream, usageStream } from '../../probes/answers.ts';
import { choicesWithout, constant, paced } from '../../rows/streams.ts';
import { type Finding, need } from '../../rule.ts';

export const chatStreamChunkShape = streamRule('chat-stream-chunk-shape', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse',
  statement:
    'Every chunk of a chat stream is a chat.completion.chunk with id, created and model, and the members of its choices and deltas have their types.',
  harm: 'An answer that a typed client builds from chunks has no id, model or time without these fields.',
  provenBy: 'cs-no-model',
  settings: ['allowEmptyFirstChunk'],
  probe: shortStream,
  *judge(stream, expect) {
    const chunks = chatChunks(stream).filter((chunk, at) => isJudged(chunk, at, expect));
    need(chunks.length > 0, 'a stream with chunks');
    for (const chunk of chunks) {
      const { event, json } = chunk;
      if (surelyFitsChatChunk(json)) continue;
      const others = addsToChoice(chunk) ? READ_OF_ADDING : READ_OF_ALL;
      for (const found of contradictions(ChatChunkSchema, json)) {
        if (!others.test(found.where ?? '')) yield { ...found, atMs: event.atMs };
      }
    }
  },
});

/** What clients read of chunks, which `chat-stream-choices-shape` judges. */
const READ_OF_ALL = /^choices(?:\[\d+\](?:\.index|\.delta)?)?$/;

const READ_OF_ADDING = /^object$|^choices(?:\[\d+\](?:\.index|\.delta)?)?$/;

/** An error in the stream is not a chunk, nor is the prologue that a profile may allow. */
function isJudged(
  { json }: ChatChunk,
  at: number,
  { allowEmptyFirstChunk }: Pick<Expectations, 'allowEmptyFirstChunk'>,
): boolean {
  if ((json.error ?? null) !== null) return false;
  return !(allowEmptyFirstChunk && at === 0 && json.id === '');
}

const AddingChunkSchema = z.looseObject({
  ...ChatChunkChoicesSchema.shape,
  object: ChatChunkSchema.shape.object,
});

export const chatStreamChoicesShape = streamRule('chat-stream-choices-shape', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse, choices (required: index, delta); stream helpers of openai-node (role) and openai-python (object)',
  statement:
    'Every chunk of a chat stream has the array choices. Each choice has an integer index and the object delta, and its first delta the string role. A chunk with a role, text or finish_reason is a chat.completion.chunk.',
  harm: 'Clients add each delta to the choice of its index: without these members they throw or lose it.',
  provenBy: 'cs-object-completion',
  probe: shortStream,
  *judge(stream) {
    const chunks = chatChunks(stream).filter(({ json }) => (json.error ?? null) === null);
    need(chunks.length > 0, 'a stream with chunks');
    for (const chunk of chunks) {
      const { event, json } = chunk;
      if (surelyFitsChatChunk(json)) continue;
      const schema = addsToChoice(chunk) ? AddingChunkSchema : ChatChunkChoicesSchema;
      for (const found of contradictions(schema, json)) yield { ...found, atMs: event.atMs };
    }
    yield* firstDeltasWithoutRole(chunks);
  },
});

function* firstDeltasWithoutRole(chunks: readonly ChatChunk[]): Iterable<Finding> {
  const begun = new Set<number>();
  for (const { event, choices } of chunks) {
    for (const { index, delta } of choices) {
      if (!begun.has(index) && typeof delta.role !== 'string') {
        const where = `choices[${index}].delta.role`;
        yield { expected: 'string', actual: delta.role, where, atMs: event.atMs };
      }
      begun.add(index);
    }
  }
}

export const chatStreamCreatedConstant = constant('chat-stream-created-constant', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same timestamp"',
  statement: 'All chunks of one chat stream have the same created.',
  harm: 'A log that files an answer by its time finds one answer at several times.',
  provenBy: 'cs-created-per-chunk',
  probe: shortStream,
  member: 'created',
});

export const chatStreamIdConstant = constant('chat-stream-id-constant', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same ID"',
  statement: 'All chunks of one chat stream have the same id.',
  harm: 'Clients and logs join chunks to an answer by id: if the id changes, one answer becomes two, each with a part missing.',
  provenBy: 'cs-id-per-chunk',
  probe: shortStream,
  member: 'id',
});

export const chatStreamIncremental = paced('chat-stream-incremental', {
  level: 'must',
  assumed: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a chat stream as the model produces them, not in one burst.',
  harm: 'If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.',
  provenBy: 'cs-buffer-all',
  probe: pacedStream,
  arrivalsOf: (stream) =>
    chatChunks(stream)
      .filter(({ choices }) => choices.some(({ content }) => content !== ''))
      .map(({ event }) => event.atMs),
});

export const chatStreamFinishNullNotEmpty = choicesWithout('chat-stream-finish-null-not-empty', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, finish_reason (nullable enum); ollama #4357; sglang #3912',
  statement: 'The finish_reason of an unfinished choice is null or absent, never "".',
  harm: 'Clients that stop at the first non-null finish_reason stop at the first token.',
  provenBy: 'cs-finish-empty-string',
  probe: shortStream,
  member: 'finish_reason',
  illegal: '',
  expected: 'null or absent',
});

export const chatStreamRoleText = choicesWithout('chat-stream-role-text', {
  level: 'may',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta, role (not nullable)',
  statement: 'The role of a delta is a string or absent, never null.',
  harm: 'A client that sets the role of its message from each delta ends with a message without an author.',
  provenBy: 'cs-role-null',
  probe: shortStream,
  member: 'delta.role',
  illegal: null,
  expected: 'string, or absent',
});

export const chatStreamFinishOnce = streamRule('chat-stream-finish-once', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse, finish_reason',
  statement: 'Each choice of a chat stream has exactly one finish_reason and no content after it.',
  harm: 'The finish_reason shows whether the answer is whole, cut at the length limit or a tool call. Without it an agent does not know what to do next, and clients drop text after it.',
  provenBy: 'cs-no-finish',
  probe: shortStream,
  *judge(stream) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    const reasons = new Map<number, number>();
    for (const { event, choices } of chatChunks(stream)) {
      for (const choice of choices) yield* take(choice, event, reasons);
    }
    need(reasons.size > 0, 'a stream with choices');
    for (const [index, count] of reasons) {
      if (count !== 1)
        yield { expected: 'one finish_reason', actual: count, where: choiceAt(index) };
    }
  },
});

function* take(
  choice: ChunkChoice,
  { atMs }: ChatChunk['event'],
  reasons: Map<number, number>,
): Iterable<Finding> {
  const { index, finishReason } = choice;
  const before = reasons.get(index) ?? 0;
  if (before > 0 && addsContent(choice)) {
    yield {
      expected: 'no content after finish_reason',
      actual: choice.delta,
      where: choiceAt(index),
      atMs,
    };
  }
  const finishes = typeof finishReason === 'string' && finishReason !== '';
  reasons.set(index, before + (finishes ? 1 : 0));
}

function addsContent({ content, delta }: ChunkChoice): boolean {
  return content !== '' || (Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0);
}

function choiceAt(index: number): string {
  return `choices[${index}]`;
}

export const chatStreamUsageChunk = streamRule('chat-stream-usage-chunk', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamOptions; BerriAI/litellm#28735',
  statement:
    'With include_usage, exactly one chunk has usage: the last one before [DONE], with empty choices.',
  harm: 'Clients that count tokens read the last chunk: if usage is elsewhere or there twice, their bills are wrong.',
  provenBy: 'cs-usage-with-choice',
  probe: usageStream,
  *judge(stream) {
    const options = sentBodyOf(stream.exchange)?.body.stream_options;
    need(member(options, 'include_usage') === true, 'a request with include_usage');
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    const chunks = chatChunks(stream);
    const [first, ...more] = chunks.filter(({ json }) => isJsonObject(json.usage));
    need(first, 'a chunk with usage', 'chat-usage-integers');
    if (more.length > 0) {
      yield { expected: 'one chunk with usage', actual: more.length + 1 };
      return;
    }
    const { atMs } = first.event;
    if (first !== chunks.at(-1)) {
      yield { expected: 'usage in the last chunk', actual: 'usage before the last chunk', atMs };
    }
    if (first.choices.length > 0) {
      yield { expected: '[]', actual: first.json.choices, where: 'choices', atMs };
    }
  },
});
