import { type ChatChunk, chatChunks } from '../../../answers/chat-chunks.ts';
import { ChatChunkSchema } from '../../../contract/chat.ts';
import { surelyFitsChatChunk } from '../../../contract/chat-chunk-fits.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import type { Expectations } from '../../expectations.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * Typed clients build the answer from these fields: without them the parser crashes, or the answer
 * has no author, model or time.
 */
export const chatStreamChunkShape: JudgeRule<'stream'> = {
  id: 'chat-stream-chunk-shape',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse',
  statement:
    'Every chunk of a chat stream is a chat.completion.chunk with id, created, model and choices. The first delta of a choice has its role.',
  provenBy: 'cs-object-completion',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream, expect) {
    const chunks = chatChunks(stream).filter((chunk, at) => isJudged(chunk, at, expect));
    need(chunks.length > 0, 'a stream with chunks');
    for (const { event, json } of chunks) {
      if (surelyFitsChatChunk(json)) continue;
      for (const found of contradictions(ChatChunkSchema, json)) {
        yield { ...found, atMs: event.atMs };
      }
    }
    yield* firstDeltasWithoutRole(chunks);
  },
};

/** An error in the stream is not a chunk, nor is the prologue that a profile may allow. */
function isJudged(
  { json }: ChatChunk,
  at: number,
  { allowEmptyFirstChunk }: Expectations,
): boolean {
  if ((json.error ?? null) !== null) return false;
  return !(allowEmptyFirstChunk && at === 0 && json.id === '');
}

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
