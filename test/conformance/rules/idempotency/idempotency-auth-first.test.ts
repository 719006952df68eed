import { idempotencyAuthFirst } from '../../../../src/conformance/rules/idempotency/idempotency-auth-first.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyAuthFirst, [
  {
    name: 'a retry without a key and one with an unknown key that are refused',
    evidence: series([chat('a'), refused(401), refused(403)]),
  },
  {
    name: 'a retry without a key that is answered',
    evidence: series([chat('a'), chat('a'), refused(401)]),
    findings: [{ expected: '4xx for a retry without a valid key', actual: 'status 200' }],
  },
  {
    name: 'a gateway that makes a new answer foreverybody',
    evidence: series([chat('a'), chat('b'), chat('c')]),
    unverifiable: 'an unauthenticated request that does not get a new answer',
  },

  {
    name: 'a new answer for one and a refusal of the other',
    evidence: series([chat('a'), chat('b'), refused(401)]),
  },
]);
