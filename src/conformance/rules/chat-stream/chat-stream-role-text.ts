import { chatChunks } from '../../../answers/chat-chunks.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that sets the role of its message from each delta ends with a message without an
 * author.
 */
export const chatStreamRoleText: JudgeRule<'stream'> = {
  id: 'chat-stream-role-text',
  level: 'may',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta, role (not nullable)',
  statement: 'The role of a delta is a string or absent, never null.',
  provenBy: 'cs-role-null',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    const chunks = chatChunks(stream).filter(({ choices }) => choices.length > 0);
    need(chunks.length > 0, 'a stream with choices');
    for (const { event, choices } of chunks) {
      for (const { index, delta } of choices) {
        if (delta.role !== null) continue;
        const where = `choices[${index}].delta.role`;
        yield { expected: 'string, or absent', actual: null, where, atMs: event.atMs };
      }
    }
  },
};
