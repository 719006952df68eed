import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../../answers/json.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { usageStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients that count tokens read the last chunk: if usage is elsewhere or there twice, their bills
 * are wrong.
 */
export const chatStreamUsageChunk: JudgeRule<'stream'> = {
  id: 'chat-stream-usage-chunk',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamOptions; BerriAI/litellm#28735',
  statement:
    'With include_usage, exactly one chunk has usage: the last one before [DONE], with empty choices.',
  provenBy: 'cs-usage-with-choice',
  evidence: 'stream',
  operations: ['chat'],
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
};
