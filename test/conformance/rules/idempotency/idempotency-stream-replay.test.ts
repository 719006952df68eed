import { idempotencyStreamReplay } from '../../../../src/conformance/rules/idempotency/idempotency-stream-replay.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, failedStream, refused, responseStream } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });

ruleTable(idempotencyStreamReplay, [
  {
    name: 'the same chat stream again',
    evidence: series([chatStream('a', at(0)), refused(409, at(40)), chatStream('a', at(1000))]),
  },
  {
    name: 'the same responses stream again',
    evidence: series([responseStream('a', at(0)), responseStream('a', at(1000))]),
  },
  {
    name: 'another id',
    evidence: series([chatStream('a', at(0)), chatStream('b', at(1000))]),
    findings: [{ expected: 'a, as at first', actual: 'b', where: 'id' }],
  },
  {
    name: 'another text',
    evidence: series([responseStream('a', at(0)), responseStream('a', at(1000), 'Bye.')]),
    findings: [
      {
        expected: '"Hello." (6 characters)',
        actual: '"Bye." (4 characters)',
        where: 'delta, joined',
      },
    ],
  },
  {
    name: 'one body in place of the stream',
    evidence: series([chatStream('a', at(0)), chat('a', at(1000))]),
    findings: [{ expected: 'text/event-stream', actual: 'application/json' }],
  },
  ...[409, 422, 500].map((status) => ({
    name: `${status} when the stream is surely kept`,
    evidence: series([chatStream('a', at(0)), refused(status, at(40)), refused(status, at(2000))]),
    findings: [{ expected: 'the stream again', actual: `status ${status}` }],
  })),
  {
    name: '409 before the stream is surely kept',
    evidence: series([chatStream('a', at(0)), refused(409, at(40))]),
    unverifiable: 'a retry with a 2xx answer',
  },
  {
    name: 'a stream that failed',
    evidence: series([failedStream('a', at(0)), refused(500, at(1000))]),
    unverifiable: 'a stream that a retry can repeat',
  },

  {
    name: '409 at the first moment when the stream is surely kept',
    evidence: series([chatStream('a', at(0)), refused(409, at(1030))]),
    findings: [{ expected: 'the stream again', actual: 'status 409' }],
  },
]);
