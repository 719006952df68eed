import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const idemMismatch409: Alteration = {
  id: 'idem-mismatch-409',
  summary: 'Another body with the same key gets an answer as if the first request were in flight.',
  hooks: ({ lookUp }) => ({
    lookUp(name, retryable) {
      return onRefusal(
        () => lookUp(name, retryable),
        (refusal) => {
          if (refusal.code !== 'idempotency_key_reused') throw refusal;
          throw refusal.with({ status: 409, code: 'idempotency_in_flight' });
        },
      );
    },
  }),
};
