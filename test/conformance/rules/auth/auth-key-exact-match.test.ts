import { authKeyExactMatch } from '../../../../src/conformance/rules/auth/auth-key-exact-match.ts';
import { completion } from '../chat/completions.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer(completion());
const tried = (status: number) =>
  series([GOOD, answer({}, { status })], { label: 'the last character cut' });

ruleTable(authKeyExactMatch, [
  { name: 'a mutant that is refused', evidence: tried(401) },
  {
    name: 'a mutant that is accepted',
    evidence: tried(200),
    findings: [
      { expected: '4xx for the last character cut', actual: 'status 200', where: 'status' },
    ],
  },
  {
    name: 'a mutant that breaks the gateway',
    evidence: tried(500),
    findings: [{ actual: 'status 500' }],
  },
  { name: 'a mutant that is throttled', evidence: tried(429), unverifiable: 'needs an answer' },
  {
    name: 'a valid key that is refused too',
    evidence: series([answer({}, { status: 401 }), answer({}, { status: 401 })]),
    unverifiable: 'needs a valid request to succeed first, as a control',
  },
]);
