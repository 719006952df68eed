import { responsesUsageIntegers } from '../../../../src/conformance/rules/responses/responses-usage-integers.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const facts = { operation: 'responses' } as const;
const counted = (usage: unknown) => response({ usage });

ruleTable(responsesUsageIntegers, [
  { name: 'integers', evidence: answer(response(), facts) },
  {
    name: 'the names of a chat completion',
    evidence: answer(counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }), facts),
    findings: [{ actual: 'absent', where: 'usage.input_tokens' }, { where: 'usage.output_tokens' }],
  },
  { name: 'no usage', evidence: answer(counted(null), facts), unverifiable: 'a body with usage' },
]);
