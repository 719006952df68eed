import { responsesUsageSum } from '../../../../src/conformance/rules/responses/responses-usage-sum.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const facts = { operation: 'responses' } as const;
const WRONG = { usage: { input_tokens: 3, output_tokens: 4, total_tokens: 8 } };

ruleTable(responsesUsageSum, [
  { name: 'a total that adds up', evidence: answer(response(), facts) },
  {
    name: 'a total that is one too many',
    evidence: answer(response(WRONG), facts),
    findings: [
      {
        expected: 'input_tokens + output_tokens = 3 + 4 = 7',
        actual: 8,
        where: 'usage.total_tokens',
      },
    ],
  },
  {
    name: 'a total in a stream that is one too many',
    evidence: stream([event({ type: 'response.completed', response: response(WRONG) })], facts),
    findings: [{ actual: 8 }],
  },
  {
    name: 'the names of a chat completion, which are for another rule,',
    evidence: answer(
      response({ usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } }),
      facts,
    ),
    unverifiable: 'needs a usage of integers',
  },
  {
    name: 'no usage',
    evidence: answer(response({ usage: null }), facts),
    unverifiable: 'a body with usage',
  },
]);
