import { transportReuseAfterError } from '../../../../src/conformance/rules/transport/transport-reuse-after-error.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const REFUSED = answer({}, { status: 401 });
const GOOD = answer({});
const BYTES = {
  ...answer('', { outcome: 'reset', unanswered: true }),
  timing: { ...GOOD.timing, firstByteMs: 5 },
  failure: 'not HTTP/1.1',
};
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
    name: 'no answer on the same connection',
    evidence: series([GOOD, REFUSED, answer('', { outcome: 'timed-out', unanswered: true })], {
      label,
    }),
    findings: [{ actual: 'POST /chat/completions was timed-out' }],
  },
  {
    name: 'a connection that closes as the next request arrives',
    evidence: series([GOOD, REFUSED, answer('', { outcome: 'reset', unanswered: true })], {
      label,
    }),
  },
  {
    name: 'bytes on the same connection that are not an answer',
    evidence: series([GOOD, REFUSED, BYTES], { label }),
    findings: [{ actual: 'POST /chat/completions was reset (not HTTP/1.1)' }],
  },
  {
    name: 'a large body that is accepted',
    evidence: series([GOOD, GOOD, GOOD], { label }),
    unverifiable: 'needs a refusal of a large body',
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
