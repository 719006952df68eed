import { transportReuseAfterAnswer } from '../../../../src/conformance/rules/transport/transport-reuse-after-answer.ts';
import { NOT_HTTP } from '../../../../src/exchange/http/transport-failure.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const lost = (failure: string) => ({
  ...answer('', { outcome: 'reset', unanswered: true }),
  failure,
});

const followed = { ...GOOD, surplus: 'HTTP/1.1 200 OK\\r\\n' };

ruleTable(transportReuseAfterAnswer, [
  { name: 'answers one after the other', evidence: series([GOOD, GOOD, GOOD]) },
  { name: 'a connection that is closed after the first', evidence: series([GOOD]) },
  { name: 'a connection that is reset', evidence: series([GOOD, lost('ECONNRESET')]) },
  {
    name: 'bytes where the next answer begins',
    evidence: series([GOOD, lost(NOT_HTTP)]),
    findings: [{ expected: 'nothing after the answer to chat', exchange: GOOD }],
  },
  {
    name: 'a second answer without a request',
    evidence: series([GOOD, followed]),
    findings: [
      {
        expected: 'nothing after the answer to chat',
        actual: followed.surplus,
        exchange: followed,
      },
    ],
  },
  {
    name: 'a first answer that is a refusal',
    evidence: series([answer({}, { status: 500 })]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
