import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const idemMax254: Alteration = {
  id: 'idem-max-254',
  summary: 'An Idempotency-Key of 255 characters is refused.',
  hooks: ({ readKey }) => ({
    readKey(header, operation) {
      if (header?.length === 255) throw Refusal.badRequest('The Idempotency-Key is too long.');
      return readKey(header, operation);
    },
  }),
};
