import { responsesObjectValue } from '../../../../src/conformance/rules/responses/responses-object-value.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

ruleTable(responsesObjectValue, [
  { name: 'response', evidence: answer(response()) },
  {
    name: 'another word',
    evidence: answer(response({ object: 'responses' })),
    findings: [{ expected: '"response"', actual: '"responses"', where: 'object' }],
  },
  {
    name: 'no object',
    evidence: answer(response({ object: undefined })),
    findings: [{ actual: 'absent' }],
  },
  { name: 'a body that is not JSON', evidence: answer('ok'), unverifiable: 'needs a body that is' },
]);
