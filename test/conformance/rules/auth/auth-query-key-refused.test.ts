import { authQueryKeyRefused } from '../../../../src/conformance/rules/auth/auth-query-key-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const WITHOUT_KEY = answer({}, { status: 401 });

ruleTable(authQueryKeyRefused, [
  {
    name: 'a key in the query that is refused',
    evidence: series([WITHOUT_KEY, GOOD, answer({}, { status: 401 })]),
  },
  {
    name: 'a key in the query that is accepted',
    evidence: series([WITHOUT_KEY, GOOD, GOOD], { label: '?api_key=' }),
    findings: [{ expected: '4xx for ?api_key=', actual: 'status 200' }],
  },
  {
    name: 'a gateway that refuses every request',
    evidence: series([WITHOUT_KEY, answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
  {
    name: 'a target that takes requests without a key',
    evidence: series([GOOD, GOOD, GOOD]),
    unverifiable: 'needs a target that refuses a request without a key',
  },
]);
