import { addsToChoice, type ChatChunk, chatChunks } from '../../../answers/chat-chunks.ts';
import { ChatChunkSchema } from '../../../contract/chat.ts';
import { surelyFitsChatChunk } from '../../../contract/chat-chunk-fits.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import type { Expectations } from '../../expectations.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** An answer that a typed client builds from chunks has no id, model or time without these fields. */
export const chatStreamChunkShape: JudgeRule<'stream'> = {
  id: 'chat-stream-chunk-shape',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse',
  statement:
    'Every chunk of a chat stream is a chat.completion.chunk with id, created and model, and the members of its choices and deltas have their types.',
  provenBy: 'cs-no-model',
  evidence: 'stream',
  operations: ['chat'],
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
};

/** What clients read of chunks, which `chat-stream-choices-shape` judges. */
const READ_OF_ALL = /^choices(?:\[\d+\](?:\.index|\.delta)?)?$/;
const READ_OF_ADDING = /^object$|^choices(?:\[\d+\](?:\.index|\.delta)?)?$/;

/** An error in the stream is not a chunk, nor is the prologue that a profile may allow. */
function isJudged(
  { json }: ChatChunk,
  at: number,
  { allowEmptyFirstChunk }: Expectations,
): boolean {
  if ((json.error ?? null) !== null) return false;
  return !(allowEmptyFirstChunk && at === 0 && json.id === '');
}
