import { responseBody } from '../../../answers/reply.ts';
import { wrongUsage } from '../../findings/usage.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { JudgeRule } from '../../rule.ts';

/** Bills and quotas are computed from usage: a wrong total costs money. */
export const responsesUsageSum: JudgeRule<'reply'> = {
  id: 'responses-usage-sum',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseUsage',
  statement:
    'The input, output and total tokens of usage are integers, and the total is the sum of the other two.',
  provenBy: 'resp-usage-total-off',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  judge(reply, expect) {
    return wrongUsage(responseBody(reply)?.usage, expect.usageNames.responses);
  },
};
