import { describeOutcome } from '../../../answers/narrow.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { failedKeys } from '../../probes/failed-keys.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * After one failure the request can never be retried: its caller waits for a lock that no request
 * owns.
 */
export const idempotencyFailureNotStuck: JudgeRule<'series'> = {
  id: 'idempotency-failure-not-stuck',
  level: 'should',
  provenance: 'assumed',
  source: 'Stripe v1 (failures are replayed) and v2 (failures are tried again)',
  statement: 'A failed request no longer counts as in flight when it is retried.',
  provenBy: 'idem-5xx-wedges',
  evidence: 'series',
  operations: ['chat'],
  needs: ['failure-trigger'],
  probe: failedKeys,

  *judge({ exchanges: [first, again, other] }, expect) {
    const status = first?.answer?.status ?? 0;
    const failed = first?.outcome === 'answered' && status >= 400;
    need(failed && !expect.inFlightStatus.includes(status), 'a request that fails');
    const expected = `status ${status} again, or a new try`;
    if (again?.outcome === 'timed-out') {
      need(other && isSettled(other), 'an answer to the same request with another key');
      yield { expected, actual: describeOutcome(again), exchange: again };
      return;
    }
    need(again?.outcome === 'answered', 'an answer to the retry');

    const later = again.answer?.status ?? 0;
    if (expect.inFlightStatus.includes(later)) {
      yield { expected, actual: `status ${later}`, exchange: again };
    }
  },
};
