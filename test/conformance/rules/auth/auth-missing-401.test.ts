import { authMissing401 } from '../../../../src/conformance/rules/auth/auth-missing-401.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const refused = (status: number, credential: 'none' | 'other' | 'first' = 'none') =>
  answer({ error: {} }, { status, request: { credential } });

ruleTable(authMissing401, [
  { name: '401 for a missing key', evidence: refused(401) },
  { name: '401 for an unknown key', evidence: refused(401, 'other') },
  {
    name: '403 where a profile says so',
    evidence: refused(403),
    expect: { unauthenticatedStatus: [401, 403] },
  },
  {
    name: '403 for a missing key',
    evidence: refused(403),
    findings: [{ expected: '401', actual: 403, where: 'status' }],
  },
  { name: '500 for an unknown key', evidence: refused(500, 'other'), findings: [{ actual: 500 }] },
  { name: 'a good key', evidence: refused(401, 'first'), unverifiable: 'without a usable key' },
  {
    name: 'an answer, which another rule forbids,',
    evidence: refused(200),
    unverifiable: 'needs a refusal',
  },
  { name: '429', evidence: refused(429), unverifiable: 'needs a refusal' },
]);
