import { replyUsage } from '../../../answers/reply.ts';
import { wrongSum } from '../../findings/usage.ts';
import { shortChat } from '../../probes/chat.ts';
import type { JudgeRule } from '../../rule.ts';

/** Bills and quotas are computed from usage: a wrong total costs money. */
export const chatUsageSum: JudgeRule<'reply'> = {
  id: 'chat-usage-sum',
  level: 'should',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, CompletionUsage; xAI, Reasoning (its tokens are in the total only)',
  statement:
    'The total tokens of usage are the sum of the prompt and completion tokens, with or without the reasoning tokens.',
  provenBy: 'chat-usage-total-off',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortChat,

  judge(reply, expect) {
    return wrongSum(replyUsage(reply), expect.usageNames.chat, 'chat-usage-integers');
  },
};
