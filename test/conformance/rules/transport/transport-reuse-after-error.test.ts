import { transportReuseAfterError } from '../../../../src/conformance/rules/transport/transport-reuse-after-error.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const REFUSED = answer({}, { status: 401 });
const GOOD = answer({});
const label = 'a large body';

ruleTable(transportReuseAfterError, [
  {
    name: 'a valid answer on the same connection',
    evidence: series([GOOD, REFUSED, GOOD], { label }),
  },
  {
    name: 'a connection that is closed after the refusal',
    evidence: series([GOOD, REFUSED], { label }),
  },
  {
    name: 'an answer to the rest of the body',
    evidence: series([GOOD, REFUSED, answer('', { status: 400, type: '' })], { label }),
    findings: [
      {
        expected: '2xx on the same connection, after a large body',
        actual: 'POST /chat/completions returned 400, no content type',
      },
    ],
  },
  {
    name: 'an answer to the rest of the body, before the next request',
    evidence: series([GOOD, { ...REFUSED, surplus: 'HTTP/1.1 400 ' }], { label }),
    findings: [{ expected: 'nothing after the refusal of a large body', actual: 'HTTP/1.1 400 ' }],
  },
  {
    name: 'a connection that closes as the next request arrives',
    evidence: series([GOOD, REFUSED, answer('', { outcome: 'reset', unanswered: true })], {
      label,
    }),
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([REFUSED, REFUSED, REFUSED], { label }),
    unverifiable: 'needs a valid request',
  },
  {
    name: '429 on the same connection',
    evidence: series([GOOD, REFUSED, answer({}, { status: 429 })], { label }),
    unverifiable: 'needs an answer on the same connection',
  },

  {
    name: 'a valid answer after a 400',
    evidence: series([GOOD, answer({}, { status: 400 }), GOOD], { label }),
  },
  {
    name: 'a large body that returns 500',
    evidence: series([GOOD, answer({}, { status: 500 }), GOOD], { label }),
    unverifiable: 'needs a refusal of a large body',
  },
]);
