import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { dispositionOf, isSettled } from '../../findings/acceptance.ts';
import { keyLengths } from '../../probes/key-lengths.ts';
import { type JudgeRule, need } from '../../rule.ts';

const SHORTEST_AND_LONGEST = [1, 255];

/**
 * Idempotency keys are often hashes or order names: a legal key that is refused stops the order.
 */
export const idempotencyLengthAccepted: JudgeRule<'series'> = {
  id: 'idempotency-length-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"',
  statement: 'Idempotency-Keys of 1 and of 255 characters are accepted.',
  provenBy: 'idem-max-254',
  evidence: 'series',
  operations: BILLABLE,
  probe: keyLengths,

  *judge({ exchanges }) {
    const [ordinary] = exchanges;
    need(ordinary && dispositionOf(ordinary) === 'accepted', 'an ordinary key that is accepted');
    const tries = SHORTEST_AND_LONGEST.map((length) => ({
      length,
      sent: exchanges.filter(({ request }) => header(request.headers, NAME)?.length === length),
    }));

    for (const { length, sent } of tries) {
      if (sent.some((exchange) => dispositionOf(exchange) === 'accepted')) continue;
      // An earlier run may have used one of the one-character keys for another body, but not two.
      const refused = sent.findLast(isSettled);
      need(refused, `an answer to a key of length ${length}`);
      yield {
        expected: `2xx for a key of length ${length}`,
        actual: `status ${refused.answer?.status}`,
        exchange: refused,
      };
    }
  },
};

const NAME = 'idempotency-key';
