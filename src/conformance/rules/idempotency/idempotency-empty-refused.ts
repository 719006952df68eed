import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { wronglyAccepted } from '../../findings/acceptance.ts';
import { keyLengths } from '../../probes/key-lengths.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A caller whose key is empty by mistake expects protection: its retry is billed again. */
export const idempotencyEmptyRefused: JudgeRule<'series'> = {
  id: 'idempotency-empty-refused',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"; RFC 9110 §5.5 (spaces around a value are not part of it)',
  statement: 'An empty Idempotency-Key, or one of spaces only, is refused.',
  provenBy: 'idem-empty-as-absent',
  evidence: 'series',
  operations: BILLABLE,
  probe: keyLengths,

  *judge({ exchanges: [ordinary, ...others] }) {
    const empty = others.filter(
      ({ request }) => header(request.headers, 'idempotency-key')?.trim() === '',
    );
    need(ordinary && empty.length > 0, 'a request sent with an empty key');

    yield* wronglyAccepted({ label: 'an empty key', exchanges: [ordinary, ...empty] });
  },
};
