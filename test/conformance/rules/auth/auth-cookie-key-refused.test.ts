import { authCookieKeyRefused } from '../../../../src/conformance/rules/auth/auth-cookie-key-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());

ruleTable(authCookieKeyRefused, [
  {
    name: 'a key in a cookie that is refused',
    evidence: series([GOOD, answer({}, { status: 401 })]),
  },
  {
    name: 'a key in a cookie that is accepted',
    evidence: series([GOOD, GOOD], { label: 'a cookie named token' }),
    findings: [{ expected: '4xx for a cookie named token', actual: 'status 200' }],
  },
  {
    name: 'a gateway that refuses every request',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
]);
