import { failedKeys } from '../../probes/failed-keys.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A request that failed once can never be retried: its caller waits on a lock that nobody holds. */
export const idempotencyFailureNotStuck: JudgeRule<'series'> = {
  id: 'idempotency-failure-not-stuck',
  level: 'should',
  provenance: 'assumed',
  source: 'Stripe v1 (failures are replayed) and v2 (failures are tried again)',
  statement: 'A request that failed is not in flight any more when it is retried.',
  provenBy: 'idem-5xx-wedges',
  evidence: 'series',
  operations: ['chat'],
  needs: ['failure-trigger'],
  probe: failedKeys,

  *judge({ exchanges: [first, again] }, expect) {
    const status = first?.answer?.status ?? 0;
    const failed = first?.outcome === 'answered' && status >= 400;
    need(failed && !expect.inFlightStatus.includes(status), 'a request that fails');
    need(again?.outcome === 'answered', 'an answer to the retry');

    const later = again.answer?.status ?? 0;
    if (expect.inFlightStatus.includes(later)) {
      const expected = `status ${status} again, or another try`;
      yield { expected, actual: `status ${later}`, exchange: again };
    }
  },
};
