import { authSchemeCaseInsensitive } from '../../../../src/conformance/rules/auth/auth-scheme-case-insensitive.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const tried = (status: number) => series([GOOD, answer({}, { status })], { label: 'bearer' });

ruleTable(authSchemeCaseInsensitive, [
  { name: 'a lower-case scheme that is accepted', evidence: series([GOOD, GOOD]) },
  {
    name: 'a lower-case scheme that is refused',
    evidence: tried(401),
    findings: [{ expected: '2xx for bearer', actual: 'status 401' }],
  },
  {
    name: 'a lower-case scheme that is throttled',
    evidence: tried(429),
    unverifiable: 'an answer',
  },
  {
    name: 'a valid key that is refused too',
    evidence: series([answer({}, { status: 401 }), answer({}, { status: 401 })]),
    unverifiable: 'needs a valid request',
  },
]);
