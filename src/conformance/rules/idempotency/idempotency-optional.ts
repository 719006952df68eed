import { BILLABLE } from '../../../contract/operations.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import { withAndWithoutKey } from '../../probes/without-idempotency-key.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Most clients send no Idempotency-Key: a gateway that demands one refuses them all. */
export const idempotencyOptional: JudgeRule<'series'> = {
  id: 'idempotency-optional',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "Billable POST endpoints accept the optional Idempotency-Key header"',
  statement: 'A billable request without an Idempotency-Key is accepted.',
  provenBy: 'idem-key-required',
  evidence: 'series',
  operations: BILLABLE,
  probe: withAndWithoutKey,

  *judge({ exchanges: [withKey, without] }) {
    need(withKey && dispositionOf(withKey) === 'accepted', 'a request that is accepted with a key');
    need(without && isSettled(without), 'an answer to the request without a key');

    if (!isAccepted(without)) {
      yield {
        expected: '2xx without an Idempotency-Key, as with one',
        actual: `status ${without.answer?.status}`,
        exchange: without,
      };
    }
  },
};
