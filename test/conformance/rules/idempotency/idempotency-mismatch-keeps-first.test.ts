import { idempotencyMismatchKeepsFirst } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-keeps-first.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyMismatchKeepsFirst, [
  { name: 'the first answer again', evidence: series([chat('a'), refused(422), chat('a')]) },
  {
    name: 'another result for the first body',
    evidence: series([chat('a'), refused(422), chat('b')]),
    findings: [{ where: 'id' }],
  },
  {
    name: 'a refusal of the first body',
    evidence: series([chat('a'), refused(422), refused(409)]),
    findings: [{ expected: 'status 200, as at first', actual: 'status 409' }],
  },
  {
    name: 'another body that is accepted, which is for another rule',
    evidence: series([chat('a'), chat('b'), chat('b')]),
    unverifiable: 'another body that is refused',
  },
  {
    name: 'a first body that gets "too many requests"',
    evidence: series([chat('a'), refused(422), refused(429)]),
    unverifiable: 'an answer to the first body again',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400), refused(400)]),
    unverifiable: 'a first body that is accepted',
  },
]);
