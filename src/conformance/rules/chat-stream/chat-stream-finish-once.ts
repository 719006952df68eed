import { type ChatChunk, type ChunkChoice, chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * The finish_reason shows whether the answer is whole, cut at the length limit or a tool call.
 * Without it an agent does not know what to do next, and clients drop text after it.
 */
export const chatStreamFinishOnce: JudgeRule<'stream'> = {
  id: 'chat-stream-finish-once',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionStreamResponse, finish_reason',
  statement: 'Each choice of a chat stream has exactly one finish_reason and no content after it.',
  provenBy: 'cs-no-finish',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    const reasons = new Map<number, number>();
    for (const { event, choices } of chatChunks(stream)) {
      for (const choice of choices) yield* take(choice, event, reasons);
    }
    need(reasons.size > 0, 'a stream with choices');
    for (const [index, count] of reasons) {
      if (count !== 1) yield { expected: 'one finish_reason', actual: count, where: at(index) };
    }
  },
};

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
      where: at(index),
      atMs,
    };
  }
  const finishes = typeof finishReason === 'string' && finishReason !== '';
  reasons.set(index, before + (finishes ? 1 : 0));
}

function addsContent({ content, delta }: ChunkChoice): boolean {
  return content !== '' || (Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0);
}

function at(index: number): string {
  return `choices[${index}]`;
}
