import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const idemKeyLettersOnly: Alteration = {
  id: 'idem-key-letters-only',
  summary: 'An Idempotency-Key with other characters than letters, digits and hyphens is refused.',
  hooks: ({ readKey }) => ({
    readKey(header, operation) {
      const key = readKey(header, operation);
      if (key === undefined || /^[\w-]*$/.test(key)) return key;
      throw Refusal.badRequest('The Idempotency-Key is not valid.', 'invalid_idempotency_key');
    },
  }),
};
