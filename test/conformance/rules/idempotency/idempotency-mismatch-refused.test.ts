import { idempotencyMismatchRefused } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyMismatchRefused, [
  ...[400, 409, 422].map((status) => ({
    name: `another body that is refused with ${status}`,
    evidence: series([chat('a'), refused(status)]),
  })),
  {
    name: 'another body that is answered with the first result',
    evidence: series([chat('a'), chat('a')]),
    findings: [{ expected: '4xx for another body of a series', actual: 'status 200' }],
  },
  {
    name: 'one body alone',
    evidence: series([chat('a')]),
    unverifiable: 'two bodies with one key',
  },
]);
