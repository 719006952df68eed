import { BILLABLE } from '../../../contract/operations.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { otherBodyOneKey } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** OpenAI's clients retry a 409 automatically: for a mismatch that only costs time. */
export const idempotencyMismatch422: JudgeRule<'series'> = {
  id: 'idempotency-mismatch-422',
  level: 'should',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7 (422); openai-node 6.49.0 retries 409',
  statement: 'A request with a used key and another body returns 422.',
  provenBy: 'idem-mismatch-409',
  evidence: 'series',
  operations: BILLABLE,
  probe: otherBodyOneKey,

  *judge({ exchanges: [first, other] }, expect) {
    need(first && dispositionOf(first) === 'accepted', 'a first body that is accepted');
    need(
      other && dispositionOf(other) === 'refused',
      'another body that is refused',
      'idempotency-mismatch-refused',
    );

    const status = other.answer?.status ?? 0;
    if (!expect.mismatchStatus.includes(status)) {
      const expected = `status ${expect.mismatchStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: other };
    }
  },
};
