import { RELAYED } from '../../../contract/operations.ts';
import { attemptCount, isOwnView, needAttempts } from '../../findings/upstream/attempts.ts';
import { requestsText } from '../../findings/upstream-calls.ts';
import { OWN_VIEW } from '../../findings/upstream-failure.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Retries multiply the load of a failing provider, which then does not recover. */
export const relayRetryBounded: JudgeRule<'relay'> = {
  id: 'relay-retry-bounded',
  level: 'must',
  provenance: 'assumed',
  source:
    'Google SRE Book, Addressing Cascading Failures, Retries; Amazon Builders’ Library, Timeouts, retries and backoff',
  statement:
    'An upstream that keeps failing gets a limited number of attempts, and the caller gets an answer in time.',
  provenBy: 'relay-retry-storm',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const statuses = needAttempts(relay).flatMap(({ answer }) => answer.status ?? []);
    const failing = statuses.at(-1) ?? 'a reset';
    concerns(exchange && statuses.every(isPassing), 'an upstream that keeps failing');
    // A gateway may read a job for itself, however often: its caller did not cause it.
    need(!isOwnView(exchange), OWN_VIEW);
    const count = attemptCount(relay);
    if (count > expect.upstreamAttempts) {
      yield {
        expected: `at most ${requestsText(expect.upstreamAttempts)} for ${failing} of the upstream`,
        actual: requestsText(count),
        exchange,
      };
    }
    if (exchange.outcome !== 'timed-out') return;
    yield {
      expected: `an answer within ${expect.answerDeadlineMs} ms`,
      actual: `no answer, with ${requestsText(count)}`,
      exchange,
    };
  },
};

/** A failure that can pass: a retry may help. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
