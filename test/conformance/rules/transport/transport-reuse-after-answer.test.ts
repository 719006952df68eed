import { transportReuseAfterAnswer } from '../../../../src/conformance/rules/transport/transport-reuse-after-answer.ts';
import { NOT_HTTP } from '../../../../src/exchange/http/transport-failure.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const LIMITED = answer({}, { status: 429 });
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
    name: 'a first answer that asks to come again, and others on the same connection',
    evidence: series([LIMITED, GOOD, LIMITED, GOOD]),
  },
  {
    name: 'no answer but refusals',
    evidence: series([answer({}, { status: 500 }), LIMITED]),
    unverifiable: 'a valid request that succeeds, as a control',
  },
]);
