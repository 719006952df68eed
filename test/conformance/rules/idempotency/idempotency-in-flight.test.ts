import { idempotencyInFlight } from '../../../../src/conformance/rules/idempotency/idempotency-in-flight.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });

ruleTable(idempotencyInFlight, [
  { name: '409 for all but one', evidence: series([chat('a'), refused(409), refused(409, at(2))]) },
  { name: 'the same result for all', evidence: series([chat('a'), chat('a', at(3))]) },
  {
    name: '429 and 503 beside 409',
    evidence: series([chat('a'), refused(429), refused(503), refused(409)]),
  },
  {
    name: 'another status that the profile names',
    evidence: series([chat('a'), refused(425)]),
    expect: { inFlightStatus: [409, 425] },
  },
  {
    name: '500 for a retry',
    evidence: series([chat('a'), refused(409), refused(500, at(2))]),
    findings: [{ expected: '409, or the result', actual: 'status 500' }],
  },
  ...[300, 422].map((status) => ({
    name: `${status} for a retry`,
    evidence: series([chat('a'), refused(status)]),
    findings: [{ actual: `status ${status}` }],
  })),
  {
    name: '500 after the first request had ended, which is for another rule',
    evidence: series([chat('a'), refused(500, at(5))]),
    unverifiable: 'in flight with it',
  },
  {
    name: 'no answer of 2xx',
    evidence: series([refused(500), refused(500)]),
    unverifiable: 'in flight with it',
  },
  {
    name: 'a retry that was left',
    evidence: series([chat('a'), chat('a', { outcome: 'aborted' })]),
    unverifiable: 'in flight with it',
  },
]);
