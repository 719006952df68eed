import { authOtherSchemeRefused } from '../../../../src/conformance/rules/auth/auth-other-scheme-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const WITHOUT_KEY = answer({}, { status: 401 });

ruleTable(authOtherSchemeRefused, [
  {
    name: 'a bare key that is refused',
    evidence: series([WITHOUT_KEY, GOOD, answer({}, { status: 401 })]),
  },
  {
    name: 'a bare key that is accepted',
    evidence: series([WITHOUT_KEY, GOOD, GOOD], { label: 'the bare key' }),
    findings: [{ expected: '4xx for the bare key', actual: 'status 200' }],
  },
  {
    name: 'a connection that is closed',
    evidence: series([WITHOUT_KEY, GOOD, answer('', { outcome: 'reset', unanswered: true })]),
    unverifiable: 'needs an answer: POST /chat/completions was reset',
  },
  {
    name: 'a target that takes requests without a key',
    evidence: series([GOOD, GOOD, GOOD]),
    unverifiable: 'needs a target that refuses a request without a key',
  },
]);
