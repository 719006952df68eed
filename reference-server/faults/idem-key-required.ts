import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const idemKeyRequired: Alteration = {
  id: 'idem-key-required',
  summary: 'A billable POST without an Idempotency-Key is refused.',
  hooks: ({ readKey }) => ({
    readKey(header, operation) {
      const key = readKey(header, operation);
      if (key === undefined) throw Refusal.badRequest('The Idempotency-Key is missing.');
      return key;
    },
  }),
};
