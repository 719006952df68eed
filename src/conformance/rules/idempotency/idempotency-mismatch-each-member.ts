import { BILLABLE } from '../../../contract/operations.ts';
import { notRefused, wronglyAccepted } from '../../findings/acceptance.ts';
import { oneMemberChanged } from '../../probes/key-mismatches.ts';
import { UNKNOWN_MODEL } from '../../requests/members.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that requests four pictures, or a longer video, silently gets the earlier result. */
export const idempotencyMismatchEachMember: JudgeRule<'series'> = {
  id: 'idempotency-mismatch-each-member',
  level: 'must',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.4 and §2.7; Stripe, idempotent requests',
  statement:
    'A request with a used key is refused if its body differs in one field, or in one byte of a file.',
  provenBy: 'idem-compares-prompt-only',
  evidence: 'series',
  operations: BILLABLE,
  probe: oneMemberChanged,

  *judge({ label, exchanges }) {
    const [first, other] = exchanges;
    need(first && other, 'two bodies with one key');
    const pair = { label: `another body (${label})`, exchanges: [first, other] };
    // An unknown model may make the gateway fail, which another rule judges.
    yield* label.endsWith(`, ${UNKNOWN_MODEL}`) ? wronglyAccepted(pair) : notRefused(pair);
  },
};
