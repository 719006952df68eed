import { isSameRefusal } from '../../../answers/refusal.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
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
    const conflict = exchanges.slice(1).find((each) => keyOf(each) === keyOf(ordinary));
    const tries = SHORTEST_AND_LONGEST.map((length) => ({
      length,
      sent: exchanges.filter((each) => keyOf(each)?.length === length),
    }));

    for (const { length, sent } of tries) {
      if (sent.some((exchange) => dispositionOf(exchange) === 'accepted')) continue;
      const refused = sent.findLast(isSettled);
      need(refused, `an answer to a key of length ${length}`);
      const isUsed = length === 1 && conflict !== undefined && isSameRefusal(refused, conflict);
      need(!isUsed, 'a key of one character that no earlier run used');
      yield {
        expected: `2xx for a key of length ${length}`,
        actual: `status ${refused.answer?.status}`,
        exchange: refused,
      };
    }
  },
};

function keyOf({ request }: Exchange): string | undefined {
  return header(request.headers, 'idempotency-key');
}
