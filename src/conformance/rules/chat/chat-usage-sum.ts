import { member } from '../../json-members.ts';
import { shortChat } from '../../probes/chat.ts';
import type { JudgeRule } from '../../rule.ts';
import { wrongUsage } from '../../usage-sum.ts';

/** Bills and quotas are reckoned from usage: a total that does not add up is money. */
export const chatUsageSum: JudgeRule<'answer'> = {
  id: 'chat-usage-sum',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CompletionUsage',
  statement:
    'usage counts prompt, completion and total tokens as integers, and the total is the sum of the other two.',
  provenBy: 'chat-usage-total-off',
  evidence: 'answer',
  operations: ['chat'],
  probe: shortChat,

  judge({ json }, expect) {
    return wrongUsage(member(json, 'usage'), expect.usageNames.chat);
  },
};
