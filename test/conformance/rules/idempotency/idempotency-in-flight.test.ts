import { idempotencyInFlight } from '../../../../src/conformance/rules/idempotency/idempotency-in-flight.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, failedStream, refused } from './retries.ts';

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
    name: 'another id for one that waited',
    evidence: series([chat('a'), chat('b', at(3))]),
    findings: [{ expected: '"a" (1 characters)', where: 'id' }],
  },
  {
    name: 'results of one moment in two seconds',
    evidence: series([
      answer({ created: 1, data: [] }, { operation: 'images' }),
      answer({ created: 2, data: [] }, { operation: 'images', sentAtMs: 3 }),
    ]),
  },
  {
    name: 'another text under the same id',
    evidence: series([chat('a'), chat('a', at(3), 'Bye.')]),
    findings: [{ where: 'choices' }],
  },
  {
    name: '202 without the result, answered first',
    evidence: series([answer({ status: 'in progress' }, { status: 202 }), chat('a', at(3))]),
    findings: [
      { expected: 'status 200, as at first', actual: 'status 202' },
      { where: 'id' },
      { where: 'choices' },
    ],
  },
  {
    name: '202 where the profile names it',
    evidence: series([answer({}, { status: 202 }), chat('a', at(3))]),
    expect: { inFlightStatus: [409, 202] },
  },
  {
    name: 'a stream that reports a failure, and one that does not',
    evidence: series([chatStream('a'), failedStream('a', at(3))]),
    findings: [{ expected: '409, or the result' }],
  },
  {
    name: '500 after the first request had ended, which is for another rule',
    evidence: series([chat('a'), refused(500, at(5))]),
    unverifiable: 'overlapped with a request that returned 2xx',
  },
  {
    name: 'no answer of 2xx',
    evidence: series([refused(500), refused(500)]),
    unverifiable: 'overlapped with a request that returned 2xx',
  },
  {
    name: 'a retry that the client aborted',
    evidence: series([chat('a'), chat('a', { outcome: 'aborted' })]),
    unverifiable: 'overlapped with a request that returned 2xx',
  },

  { name: 'the same stream for all', evidence: series([chatStream('a'), chatStream('a', at(3))]) },
  {
    name: 'another stream for one that waited',
    evidence: series([chatStream('a'), chatStream('b', at(3))]),
    findings: [{ expected: 'a, as at first', actual: 'b', where: 'id' }],
  },
]);
