import type { Alteration } from '../hooks.ts';

export const mismatch400: Alteration = {
  id: 'mismatch-400',
  summary: 'Another body under the same Idempotency-Key is answered 400.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const mismatch = refusal.code === 'idempotency_key_reused';
      return presentRefusal(mismatch ? refusal.with({ status: 400 }) : refusal, context);
    },
  }),
};
