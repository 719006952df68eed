import { BILLABLE } from '../../../contract/operations.ts';
import { notRefused } from '../../findings/acceptance.ts';
import { otherBodyOneKey } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that reuses a key by mistake takes the answer to one question for the answer to
 * another.
 */
export const idempotencyMismatchRefused: JudgeRule<'series'> = {
  id: 'idempotency-mismatch-refused',
  level: 'must',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.2 and §2.7; Stripe, idempotent requests',
  statement: 'A request with a used key and another body is refused.',
  provenBy: 'idem-ignores-body',
  evidence: 'series',
  operations: BILLABLE,
  probe: otherBodyOneKey,

  *judge({ label, exchanges }) {
    const [first, other] = exchanges;
    need(first && other, 'two bodies with one key');

    yield* notRefused({ label: `another body of ${label}`, exchanges: [first, other] });
  },
};
