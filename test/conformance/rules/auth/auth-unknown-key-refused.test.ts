import { authUnknownKeyRefused } from '../../../../src/conformance/rules/auth/auth-unknown-key-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const request = { credential: 'other' } as const;

ruleTable(authUnknownKeyRefused, [
  { name: '401', evidence: answer({ error: {} }, { request, status: 401 }) },
  {
    name: 'an answer',
    evidence: answer(completion(), { request }),
    findings: [{ expected: 'a refusal', actual: 200, where: 'status' }],
  },
  { name: 'a known key', evidence: answer(completion()), unverifiable: 'never issued' },
]);
