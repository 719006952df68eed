import { chatCreatedInteger } from '../../../../src/conformance/rules/chat/chat-created-integer.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

ruleTable(chatCreatedInteger, [
  { name: 'an integer', evidence: answer(completion()) },
  {
    name: 'an integer written with a fraction of zero',
    evidence: answer('{"created":1700000000.0}'),
  },
  {
    name: 'a fraction',
    evidence: answer(completion({ created: 1_700_000_000.123 })),
    findings: [{ expected: 'integer', actual: 1_700_000_000.123, where: 'created' }],
  },
  {
    name: 'a string, which another rule forbids,',
    evidence: answer(completion({ created: '1700000000' })),
    unverifiable: 'needs a body with a number in created',
  },
]);
