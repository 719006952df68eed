import { failsInBand } from '../../../answers/failures/error-events.ts';
import { member } from '../../../answers/json.ts';
import { replyUsage } from '../../../answers/reply.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { wrongCounts } from '../../findings/usage.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client without a count reports no tokens, or NaN: bills and quotas miss the answer. */
export const chatUsageIntegers: JudgeRule<'reply'> = {
  id: 'chat-usage-integers',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CompletionUsage, ChatCompletionStreamOptions; AI SDK (reads both)',
  statement:
    'The prompt, completion and total tokens of usage are integers, and a chat stream that was requested with include_usage has usage.',
  provenBy: 'chat-usage-null',
  evidence: 'reply',
  operations: ['chat'],
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
};
