import { idempotencyFailureNotStuck } from '../../../../src/conformance/rules/idempotency/idempotency-failure-not-stuck.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, unanswered } from './retries.ts';

ruleTable(idempotencyFailureNotStuck, [
  ...[400, 500].map((status) => ({
    name: `the same ${status} again`,
    evidence: series([refused(status), refused(status)]),
  })),
  { name: 'another try that succeeds', evidence: series([refused(500), chat('a')]) },
  {
    name: 'a key that is in flight forever',
    evidence: series([refused(500), refused(409)]),
    findings: [{ expected: 'status 500 again, or a new try', actual: 'status 409' }],
  },
  {
    name: 'a request that does not fail',
    evidence: series([chat('a'), chat('a')]),
    unverifiable: 'a request that fails',
  },
  {
    name: 'a retry that is not answered, unlike the same request with another key',
    evidence: series([refused(500), unanswered(), refused(500)]),
    findings: [{ expected: 'status 500 again, or a new try', actual: /timed out|no answer/ }],
  },
  {
    name: 'a gateway that answers nothing any more',
    evidence: series([refused(500), unanswered(), unanswered()]),
    unverifiable: 'an answer to the same request with another key',
  },
  {
    name: 'a retry whose connection is reset',
    evidence: series([refused(500), unanswered({ outcome: 'reset' })]),
    unverifiable: 'an answer to the retry',
  },
]);
