import { chatUnknownField } from '../../../../src/conformance/rules/chat/chat-unknown-field.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const tried = (status: number) => series([answer({}), answer({}, { status })]);

ruleTable(chatUnknownField, [
  { name: 'an unknown member that is ignored', evidence: tried(200) },
  { name: 'an unknown member that is refused', evidence: tried(400) },
  {
    name: 'an unknown member that breaks the gateway',
    evidence: tried(500),
    findings: [{ expected: '2xx or 400', actual: 500, where: 'status' }],
  },
  { name: '429', evidence: tried(429), unverifiable: 'needs an answer' },
  {
    name: 'a plain request that fails too',
    evidence: series([answer({}, { status: 500 }), answer({}, { status: 500 })]),
    unverifiable: 'needs a valid request',
  },
]);
