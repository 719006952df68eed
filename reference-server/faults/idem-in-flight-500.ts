import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

export const idemInFlight500: Alteration = {
  id: 'idem-in-flight-500',
  summary: 'A retry while the first request is in flight returns 500.',
  hooks: ({ lookUp }) => ({
    lookUp(name, retryable) {
      return onRefusal(
        () => lookUp(name, retryable),
        (refusal) => {
          throw refusal.code === 'idempotency_in_flight' ? Refusal.failed() : refusal;
        },
      );
    },
  }),
};
