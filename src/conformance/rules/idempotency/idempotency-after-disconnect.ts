import { describeOutcome } from '../../evidence.ts';
import { lostConnections } from '../../probes/lost-connections.ts';
import { reception } from '../../reception.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A lost connection is why the key exists: a gateway that keeps the lock of the lost request
 * never gives its caller the answer.
 */
export const idempotencyAfterDisconnect: JudgeRule<'series'> = {
  id: 'idempotency-after-disconnect',
  level: 'must',
  provenance: 'assumed',
  source: 'Stripe, idempotent requests: "safely retry"; the reason that the header exists',
  statement:
    'After the caller lost its connection, its retries with the same key end in a whole answer.',
  provenBy: 'idem-lock-leak',
  evidence: 'series',
  operations: ['chat'],
  probe: lostConnections,

  *judge({ exchanges }, expect) {
    const [left, ...retries] = exchanges;
    need(left?.outcome === 'aborted', 'a request that was left before its answer');
    const last = retries.at(-1);
    need(last, 'a retry');
    const status = last.answer?.status ?? 0;
    const inFlight = expect.inFlightStatus.includes(status);
    need(reception(last) !== 'refused' || inFlight, `no refusal of the retry itself: ${status}`);

    if (reception(last) !== 'accepted') {
      yield {
        expected: `a whole 2xx answer within ${expect.recoveryDeadlineMs} ms`,
        actual: `${retries.length} retries, the last: ${describeOutcome(last)}`,
        exchange: last,
      };
    }
  },
};
