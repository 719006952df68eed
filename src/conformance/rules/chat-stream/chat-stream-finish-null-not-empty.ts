import { chatChunks } from '../../../answers/chat-chunks.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients that stop at the first non-null finish_reason stop at the first token. */
export const chatStreamFinishNullNotEmpty: JudgeRule<'stream'> = {
  id: 'chat-stream-finish-null-not-empty',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, finish_reason (nullable enum); ollama #4357; sglang #3912',
  statement: 'The finish_reason of an unfinished choice is null or absent, never "".',
  provenBy: 'cs-finish-empty-string',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    const chunks = chatChunks(stream).filter(({ choices }) => choices.length > 0);
    need(chunks.length > 0, 'a stream with choices');

    for (const { event, choices } of chunks) {
      for (const { index, finishReason } of choices) {
        if (finishReason !== '') continue;
        const where = `choices[${index}].finish_reason`;
        yield { expected: 'null or absent', actual: '""', where, atMs: event.atMs };
      }
    }
  },
};
