import { chatUnknownModel } from '../../../../src/conformance/rules/chat/chat-unknown-model.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const tried = (status: number) => series([answer({}), answer({}, { status })]);

ruleTable(chatUnknownModel, [
  { name: '404', evidence: tried(404) },
  { name: '400', evidence: tried(400) },
  {
    name: '403 if a profile allows it',
    evidence: tried(403),
    expect: { unknownModelStatus: [403] },
  },
  {
    name: '500',
    evidence: tried(500),
    findings: [{ expected: '404 or 400', actual: 500, where: 'status' }],
  },
  { name: 'an answer', evidence: tried(200), findings: [{ actual: 200 }] },
  { name: '429', evidence: tried(429), unverifiable: 'needs an answer' },
  {
    name: 'a known model that is refused too',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
]);
