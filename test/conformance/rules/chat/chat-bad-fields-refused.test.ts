import { chatBadFieldsRefused } from '../../../../src/conformance/rules/chat/chat-bad-fields-refused.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const tried = (status: number) =>
  series([answer({}), answer({}, { status })], { label: 'messages' });

ruleTable(chatBadFieldsRefused, [
  { name: 'a bad field that is refused with 400', evidence: tried(400) },
  { name: 'a bad field that is refused with 422', evidence: tried(422) },
  {
    name: 'a bad field that is answered',
    evidence: tried(200),
    findings: [{ expected: '4xx for messages', actual: 'status 200', where: 'status' }],
  },
  {
    name: 'a bad field that breaks the gateway',
    evidence: tried(500),
    findings: [{ actual: 'status 500' }],
  },
  { name: 'a gateway that is busy', evidence: tried(503), unverifiable: 'needs an answer' },
  {
    name: 'a valid request that is refused too',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request to succeed first, as a control',
  },

  {
    name: 'a valid request that returns 300',
    evidence: series([answer({}, { status: 300 }), answer({}, { status: 400 })]),
    unverifiable: 'needs a valid request to succeed first, as a control',
  },
]);
