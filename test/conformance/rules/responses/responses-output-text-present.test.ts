import { responsesOutputTextPresent } from '../../../../src/conformance/rules/responses/responses-output-text-present.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

ruleTable(responsesOutputTextPresent, [
  { name: 'a text', evidence: answer(response()) },
  { name: 'an empty text', evidence: answer(response({ output_text: '' })) },
  {
    name: 'no output_text',
    evidence: answer(response({ output_text: undefined })),
    findings: [{ expected: 'string', actual: 'absent', where: 'output_text' }],
  },
  {
    name: 'null',
    evidence: answer(response({ output_text: null })),
    findings: [{ actual: 'null' }],
  },
  { name: 'a body that is not JSON', evidence: answer('ok'), unverifiable: 'needs a body that is' },
]);
