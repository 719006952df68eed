import { idempotencyMismatch422 } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-422.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyMismatch422, [
  { name: '422 for another body', evidence: series([chat('a'), refused(422), chat('a')]) },
  {
    name: 'another status that the profile names',
    evidence: series([chat('a'), refused(400)]),
    expect: { mismatchStatus: [400, 422] },
  },
  ...[400, 409].map((status) => ({
    name: `${status} for another body`,
    evidence: series([chat('a'), refused(status)]),
    findings: [{ expected: 'status 422', actual: `status ${status}` }],
  })),
  {
    name: 'another body that is accepted, which is for another rule',
    evidence: series([chat('a'), chat('b')]),
    unverifiable: 'another body that is refused',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'a first body that is accepted',
  },
]);
