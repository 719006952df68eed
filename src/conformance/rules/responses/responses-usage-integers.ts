import { replyUsage } from '../../../answers/reply.ts';
import { wrongCounts } from '../../findings/usage.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client without a count throws, or reports no tokens: bills and quotas miss the answer. */
export const responsesUsageIntegers: JudgeRule<'reply'> = {
  id: 'responses-usage-integers',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseUsage; AI SDK (its schema requires both)',
  statement: 'The input, output and total tokens of usage are integers.',
  provenBy: 'resp-usage-null',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  judge(reply, expect) {
    return wrongCounts(replyUsage(reply), expect.usageNames.responses);
  },
};
