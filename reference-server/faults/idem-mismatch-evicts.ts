import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const idemMismatchEvicts: Alteration = {
  id: 'idem-mismatch-evicts',
  summary: 'Another body under the same key takes the place of the first.',
  hooks: ({ lookUp, begin }) => ({
    lookUp(name, retryable) {
      return onRefusal(
        () => lookUp(name, retryable),
        (refusal) => {
          if (refusal.code === 'idempotency_key_reused') begin(name, retryable);
          throw refusal;
        },
      );
    },
  }),
};
