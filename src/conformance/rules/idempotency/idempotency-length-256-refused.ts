import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { wronglyAccepted } from '../../findings/acceptance.ts';
import { keyLengths } from '../../probes/key-lengths.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A truncated key can equal the key of another request: one of the two gets no result. */
export const idempotencyLength256Refused: JudgeRule<'series'> = {
  id: 'idempotency-length-256-refused',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"',
  statement: 'An Idempotency-Key of 256 characters is refused.',
  provenBy: 'idem-truncate-255',
  evidence: 'series',
  operations: BILLABLE,
  probe: keyLengths,

  *judge({ exchanges: [ordinary, ...others] }) {
    const long = others.filter(
      ({ request }) => header(request.headers, 'idempotency-key')?.length === 256,
    );
    need(ordinary && long.length > 0, 'a request sent with a key of 256 characters');

    yield* wronglyAccepted({ label: 'a key of 256 characters', exchanges: [ordinary, ...long] });
  },
};
