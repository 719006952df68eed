import { z } from 'zod';
import { addsToChoice, type ChatChunk, chatChunks } from '../../../answers/chat-chunks.ts';
import { ChatChunkChoicesSchema, ChatChunkSchema } from '../../../contract/chat.ts';
import { surelyFitsChatChunk } from '../../../contract/chat-chunk-fits.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

const AddingChunkSchema = z.looseObject({
  ...ChatChunkChoicesSchema.shape,
  object: ChatChunkSchema.shape.object,
});

/** Clients add each delta to the choice of its index: without these members they throw or lose it. */
export const chatStreamChoicesShape: JudgeRule<'stream'> = {
  id: 'chat-stream-choices-shape',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse, choices (required: index, delta); stream helpers of openai-node (role) and openai-python (object)',
  statement:
    'Every chunk of a chat stream has the array choices. Each choice has an integer index and the object delta, and its first delta the string role. A chunk with a role, text or finish_reason is a chat.completion.chunk.',
  provenBy: 'cs-object-completion',
  evidence: 'stream',
  operations: ['chat'],
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
};

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
