import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const idemMismatchEvicts: Alteration = {
  id: 'idem-mismatch-evicts',
  summary: 'Another body with the same key replaces the first.',
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
