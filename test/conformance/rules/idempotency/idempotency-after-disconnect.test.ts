import { idempotencyAfterDisconnect } from '../../../../src/conformance/rules/idempotency/idempotency-after-disconnect.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, refused, withKey } from './retries.ts';

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
