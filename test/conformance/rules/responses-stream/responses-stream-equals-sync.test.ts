import { responsesStreamEqualsSync } from '../../../../src/conformance/rules/responses-stream/responses-stream-equals-sync.ts';
import { answer, series } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { CREATED, delta, sent, state, TEXT, WHOLE } from './events.ts';

const BODY = answer(response({ output: [message('Hello world')] }), { operation: 'responses' });
const twins = (members: Record<string, unknown>) =>
  series([BODY, sent([...TEXT, state('completed', members)])]);

ruleTable(responsesStreamEqualsSync, [
  { name: 'the same response in both forms', evidence: series([BODY, sent(WHOLE)]) },
  { name: 'other ids and times', evidence: twins({ id: 'resp-2', created_at: 7 }) },
  {
    name: 'a stream without one of its deltas',
    evidence: series([BODY, sent([delta('world'), state('completed')])]),
    findings: [{ expected: '"Hello world" (11 characters)', where: 'deltas joined' }],
  },
  {
    name: 'items of another type',
    evidence: twins({ output: [{ ...message('Hello world'), type: 'reasoning' }] }),
    findings: [{ expected: '["message"]', actual: ['reasoning'], where: 'output, types' }],
  },
  {
    name: 'usage with more details in one of them',
    evidence: twins({
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7, output_tokens_details: {} },
    }),
  },
  {
    name: 'another usage',
    evidence: twins({ usage: { input_tokens: 3, output_tokens: 4 } }),
    findings: [{ expected: '[3,4,7]', actual: [3, 4, null], where: 'usage' }],
  },
  {
    name: 'a stream that was refused',
    evidence: series([BODY, answer({ error: {} }, { status: 500 })]),
    unverifiable: 'needs one body and one whole stream',
  },
  {
    name: 'a stream without response.completed',
    evidence: series([BODY, sent([CREATED])]),
    unverifiable: 'needs a response in one body and as a stream',
  },
]);
