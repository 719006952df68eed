import { replyUsage } from '../../../answers/reply.ts';
import { wrongSum } from '../../findings/usage.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { JudgeRule } from '../../rule.ts';

/** Bills and quotas are computed from usage: a wrong total costs money. */
export const responsesUsageSum: JudgeRule<'reply'> = {
  id: 'responses-usage-sum',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseUsage',
  statement:
    'The total tokens of usage are the sum of the input and output tokens, with or without the reasoning tokens.',
  provenBy: 'resp-usage-total-off',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  judge(reply, expect) {
    return wrongSum(replyUsage(reply), expect.usageNames.responses, 'responses-usage-integers');
  },
};
