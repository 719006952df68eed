import { authQueryKeyRefused } from '../../../../src/conformance/rules/auth/auth-query-key-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());

ruleTable(authQueryKeyRefused, [
  {
    name: 'a key in the query that is refused',
    evidence: series([GOOD, answer({}, { status: 401 })]),
  },
  {
    name: 'a key in the query that is accepted',
    evidence: series([GOOD, GOOD], { label: '?api_key=' }),
    findings: [{ expected: '4xx for ?api_key=', actual: 'status 200' }],
  },
  {
    name: 'a gateway that refuses every request',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
]);
