import {
  idempotencyAfterDisconnect,
  idempotencyFailureNotStuck,
} from '../../../../src/conformance/rules/idempotency/races.ts';
import {
  idempotencyStreamOneResult,
  idempotencyStreamReplay,
} from '../../../../src/conformance/rules/idempotency/replays.ts';
import { event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import {
  chat,
  chatStream,
  failedStream,
  refused,
  responseStream,
  unanswered,
  withKey,
} from './retries.ts';

const K = withKey('k');
const L = withKey('l');
const lost = chat('a', { outcome: 'aborted', ...K });

ruleTable(idempotencyAfterDisconnect, [
  { name: 'an answer to the first retry', evidence: series([lost, chat('a', K)]) },
  {
    name: 'an answer after a time in flight',
    evidence: series([lost, refused(409, K), refused(503, K), chat('a', K)]),
  },
  { name: 'a stream that was generated again', evidence: series([lost, chatStream('b', K)]) },
  {
    name: 'a refusal of the retry, where the same request under another key is accepted',
    evidence: series([lost, refused(422, K), chat('b', withKey('l'))]),
    findings: [{ expected: 'a whole 2xx answer within 30000 ms' }],
  },
  {
    name: 'a lost stream that is refused as a finished one is',
    evidence: series([lost, refused(409, K), chatStream('b', L), refused(409, L)]),
  },
  {
    name: 'a refusal of the request under any key',
    evidence: series([lost, refused(404, K), refused(404, withKey('l'))]),
    unverifiable: 'other than a refusal of the request itself: 404',
  },
  {
    name: 'a lost connection without a retry',
    evidence: series([lost]),
    unverifiable: 'a retry',
  },
  {
    name: 'an answer that came before the client disconnected',
    evidence: series([chat('a'), chat('a', K)]),
    unverifiable: 'a request whose client disconnected before the answer',
  },
]);

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

const at = (sentAtMs: number) => ({ sentAtMs });

ruleTable(idempotencyStreamOneResult, [
  {
    name: 'the same stream again',
    evidence: series([chatStream('a', at(0)), chatStream('a', at(1000))]),
  },
  {
    name: 'the same result in one body',
    evidence: series([chatStream('a', at(0)), chat('a', at(1000))]),
  },
  {
    name: 'a retry that is refused',
    evidence: series([responseStream('a', at(0)), refused(409, at(1000))]),
  },
  {
    name: 'a new completion',
    evidence: series([chatStream('a', at(0)), chatStream('b', at(1000))]),
    findings: [{ expected: 'a, as at first, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a replay that is charged again',
    evidence: series([chatStream('a', at(0)), chatStream('a', at(1000))], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'a retry that overlapped with the first',
    evidence: series([chatStream('a', at(0)), chatStream('b', at(10))]),
    unverifiable: 'a retry that is answered',
  },
  {
    name: 'a first answer of one body',
    evidence: series([chat('a', at(0)), chat('b', at(1000))]),
    unverifiable: 'a stream that a retry can repeat',
  },
  {
    name: 'a stream without an id',
    evidence: series([stream([event({ choices: [] })], at(0)), chatStream('b', at(1000))]),
    unverifiable: 'a stream with an id',
  },
]);

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
