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
import { finds, passes, unverified } from '../verdicts.ts';
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
  passes(
    'an answer after a time in flight',
    series([lost, refused(409, K), refused(503, K), chat('a', K)]),
  ),
  passes('a stream that was generated again', series([lost, chatStream('b', K)])),
  finds(
    'a refusal of the retry, where the same request under another key is accepted',
    series([lost, refused(422, K), chat('b', withKey('l'))]),
    { expected: 'a whole 2xx answer within 30000 ms' },
  ),
  passes(
    'a lost stream that is refused as a finished one is',
    series([lost, refused(409, K), chatStream('b', L), refused(409, L)]),
  ),
  unverified(
    'a refusal of the request under any key',
    series([lost, refused(404, K), refused(404, withKey('l'))]),
    'other than a refusal of the request itself: 404',
  ),
  unverified('a lost connection without a retry', series([lost]), 'a retry'),
  unverified(
    'an answer that came before the client disconnected',
    series([chat('a'), chat('a', K)]),
    'a request whose client disconnected before the answer',
  ),
]);

ruleTable(idempotencyFailureNotStuck, [
  ...[400, 500].map((status) =>
    passes(`the same ${status} again`, series([refused(status), refused(status)])),
  ),
  passes('another try that succeeds', series([refused(500), chat('a')])),
  finds('a key that is in flight forever', series([refused(500), refused(409)]), {
    expected: 'status 500 again, or a new try',
    actual: 'status 409',
  }),
  unverified(
    'a request that does not fail',
    series([chat('a'), chat('a')]),
    'a request that fails',
  ),
  finds(
    'a retry that is not answered, unlike the same request with another key',
    series([refused(500), unanswered(), refused(500)]),
    { expected: 'status 500 again, or a new try', actual: /timed out|no answer/ },
  ),
  unverified(
    'a gateway that answers nothing any more',
    series([refused(500), unanswered(), unanswered()]),
    'an answer to the same request with another key',
  ),
  unverified(
    'a retry whose connection is reset',
    series([refused(500), unanswered({ outcome: 'reset' })]),
    'an answer to the retry',
  ),
]);

const at = (sentAtMs: number) => ({ sentAtMs });

ruleTable(idempotencyStreamOneResult, [
  passes('the same stream again', series([chatStream('a', at(0)), chatStream('a', at(1000))])),
  passes(
    'one body, whatever its text, for the rules that streams are offered',
    series([chatStream('a', at(0)), chat('a', at(1000), 'Hel.')]),
  ),
  passes('a retry that is refused', series([responseStream('a', at(0)), refused(409, at(1000))])),
  finds('a new completion', series([chatStream('a', at(0)), chatStream('b', at(1000))]), {
    expected: 'a, as at first, or 4xx',
    actual: 'b',
    where: 'id',
  }),
  finds(
    'a replay with another text',
    series([responseStream('a', at(0)), responseStream('a', at(1000), 'Hel.')]),
    {
      expected: '"Hello." (6 characters)',
      actual: '"Hel." (4 characters)',
      where: 'delta, joined',
    },
  ),
  finds(
    'a replay that is charged again',
    series([chatStream('a', at(0)), chatStream('a', at(1000))], { effects: 2 }),
    { expected: '1 effect', actual: '2 effects' },
  ),
  unverified(
    'a retry that overlapped with the first',
    series([chatStream('a', at(0)), chatStream('b', at(10))]),
    'a retry that is answered',
  ),
  unverified(
    'a first answer of one body',
    series([chat('a', at(0)), chat('b', at(1000))]),
    'a stream that a retry can repeat',
  ),
  unverified(
    'a stream without an id',
    series([stream([event({ choices: [] })], at(0)), chatStream('b', at(1000))]),
    'a stream with an id',
  ),
]);

ruleTable(idempotencyStreamReplay, [
  passes(
    'the same chat stream again',
    series([chatStream('a', at(0)), refused(409, at(40)), chatStream('a', at(1000))]),
  ),
  finds('another id', series([chatStream('a', at(0)), chatStream('b', at(1000))]), {
    expected: 'a, as at first',
    actual: 'b',
    where: 'id',
  }),
  finds(
    'another text',
    series([responseStream('a', at(0)), responseStream('a', at(1000), 'Bye.')]),
    {
      expected: '"Hello." (6 characters)',
      actual: '"Bye." (4 characters)',
      where: 'delta, joined',
    },
  ),
  finds('one body in place of the stream', series([chatStream('a', at(0)), chat('a', at(1000))]), {
    expected: 'text/event-stream',
    actual: 'application/json',
  }),
  ...[409, 422, 500].map((status) =>
    finds(
      `${status} when the stream is surely kept`,
      series([chatStream('a', at(0)), refused(status, at(40)), refused(status, at(2000))]),
      { expected: 'the stream again', actual: `status ${status}` },
    ),
  ),
  unverified(
    '409 before the stream is surely kept',
    series([chatStream('a', at(0)), refused(409, at(40))]),
    'a retry with a 2xx answer',
  ),
  unverified(
    'a stream that failed',
    series([failedStream('a', at(0)), refused(500, at(1000))]),
    'a stream that a retry can repeat',
  ),
  finds(
    '409 at the first moment when the stream is surely kept',
    series([chatStream('a', at(0)), refused(409, at(1030))]),
    { expected: 'the stream again', actual: 'status 409' },
  ),
]);
