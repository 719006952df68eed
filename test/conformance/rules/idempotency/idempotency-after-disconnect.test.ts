import { idempotencyAfterDisconnect } from '../../../../src/conformance/rules/idempotency/idempotency-after-disconnect.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, refused, unanswered } from './retries.ts';

const lost = chat('a', { outcome: 'aborted' });

ruleTable(idempotencyAfterDisconnect, [
  { name: 'an answer to the first retry', evidence: series([lost, chat('a')]) },
  {
    name: 'an answer after a time in flight',
    evidence: series([lost, refused(409), refused(503), chat('a')]),
  },
  { name: 'a stream that was made anew', evidence: series([lost, chatStream('b')]) },
  {
    name: 'a request that is in flight for ever',
    evidence: series([lost, refused(409), refused(409)]),
    findings: [
      {
        expected: 'a whole 2xx answer within 30000 ms',
        actual: '2 retries, the last: POST /chat/completions answered 409, application/json',
      },
    ],
  },
  {
    name: 'a retry that is never answered',
    evidence: series([lost, unanswered()]),
    findings: [{ actual: '1 retries, the last: POST /chat/completions was timed-out' }],
  },
  {
    name: 'a retry that is broken off',
    evidence: series([lost, chatStream('a', { outcome: 'truncated' })]),
    findings: [{}],
  },
  {
    name: 'a request that is refused for a reason of its own',
    evidence: series([lost, refused(404)]),
    unverifiable: 'no refusal of the retry itself: 404',
  },
  {
    name: 'a lost connection without a retry',
    evidence: series([lost]),
    unverifiable: 'a retry',
  },
  {
    name: 'an answer that came before the caller left',
    evidence: series([chat('a'), chat('a')]),
    unverifiable: 'a request that was left before its answer',
  },
]);
