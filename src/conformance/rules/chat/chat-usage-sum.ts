import { chatChunks } from '../../../answers/chat-chunks.ts';
import { isJsonObject, member } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { wrongUsage } from '../../findings/usage.ts';
import { shortChat } from '../../probes/chat.ts';
import type { JudgeRule } from '../../rule.ts';

/** Bills and quotas are computed from usage: a wrong total costs money. */
export const chatUsageSum: JudgeRule<'reply'> = {
  id: 'chat-usage-sum',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CompletionUsage',
  statement:
    'The prompt, completion and total tokens of usage are integers, and the total is the sum of the other two.',
  provenBy: 'chat-usage-total-off',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortChat,

  judge(reply, expect) {
    return wrongUsage(usageOf(reply), expect.usageNames.chat);
  },
};

/** For a stream: the usage of its last chunk that has one. */
function usageOf(reply: Answer | Stream): unknown {
  if (reply.form === 'body') return member(reply.json, 'usage');
  return chatChunks(reply).findLast(({ json }) => isJsonObject(json.usage))?.json.usage;
}
