import { idempotencyMismatchEachMember } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-each-member.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const label = 'chat, temperature';
ruleTable(idempotencyMismatchEachMember, [
  ...[400, 409, 422].map((status) => ({
    name: `another temperature that is refused with ${status}`,
    evidence: series([chat('a'), refused(status)], { label }),
  })),
  {
    name: 'another temperature that is answered with the first result',
    evidence: series([chat('a'), chat('a')], { label }),
    findings: [{ expected: '4xx for another body (chat, temperature)', actual: 'status 200' }],
  },

  {
    name: 'a run that ended before the other body',
    evidence: series([chat('a')], { label }),
    unverifiable: 'two bodies with one key',
  },
]);
