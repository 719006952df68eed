import { idempotencyOptional } from '../../../../src/conformance/rules/idempotency/idempotency-optional.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyOptional, [
  { name: 'a request without a key that is accepted', evidence: series([chat('a'), chat('b')]) },
  {
    name: 'a request without a key that is refused',
    evidence: series([chat('a'), refused(400)]),
    findings: [{ actual: 'status 400' }],
  },
  {
    name: 'a request that is refused with a key too',
    evidence: series([refused(404), refused(404)]),
    unverifiable: 'a request that is accepted with a key',
  },
  {
    name: 'a request without a key that gets "too many requests"',
    evidence: series([chat('a'), refused(429)]),
    unverifiable: 'an answer to the request without a key',
  },
]);
