import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { isSameRefusal } from '../../../answers/refusal.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
import { dispositionOf, isAccepted } from '../../findings/acceptance.ts';
import { lostConnections } from '../../probes/lost-connections.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Idempotency keys exist for lost connections: if the gateway keeps the lock of the lost request,
 * its client never gets the answer.
 */
export const idempotencyAfterDisconnect: JudgeRule<'series'> = {
  id: 'idempotency-after-disconnect',
  level: 'must',
  provenance: 'assumed',
  source: 'Stripe, idempotent requests: "safely retry"; the reason that the header exists',
  statement:
    'After a client lost its connection, its retries with the same key end in a whole answer, or, for a stream, in the refusal that a finished stream gets too.',
  provenBy: 'idem-lock-leak',
  evidence: 'series',
  operations: ['chat'],
  measuresTime: true,
  probe: lostConnections,

  *judge({ exchanges }, expect) {
    const [left] = exchanges;
    need(left?.outcome === 'aborted', 'a request whose client disconnected before the answer');
    const retries = exchanges.slice(1).filter((exchange) => keyOf(exchange) === keyOf(left));
    const [plain, replay] = exchanges.filter((exchange) => keyOf(exchange) !== keyOf(left));
    const last = retries.at(-1);
    need(last, 'a retry');
    const status = last.answer?.status ?? 0;
    const inFlight = expect.inFlightStatus.includes(status);
    // A gateway that refuses the same request under another key too does not refuse the retry.
    const isOwn = dispositionOf(last) !== 'refused' || inFlight || (plain && isAccepted(plain));
    need(isOwn, `an answer other than a refusal of the request itself: ${status}`);
    // Whether a stream is replayed at all is a question of `idempotency-stream-replay`.
    const isStream = plain !== undefined && narrow('stream', plain) !== undefined;
    if (isStream && replay && isSameRefusal(last, replay)) return;

    if (dispositionOf(last) !== 'accepted') {
      yield {
        expected: `a whole 2xx answer within ${expect.recoveryDeadlineMs} ms`,
        actual: `${retries.length} retries, the last: ${describeOutcome(last)}`,
        exchange: last,
      };
    }
  },
};

function keyOf({ request }: Exchange): string | undefined {
  return header(request.headers, 'idempotency-key');
}
