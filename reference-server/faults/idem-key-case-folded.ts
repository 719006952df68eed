import type { Alteration } from '../hooks.ts';

export const idemKeyCaseFolded: Alteration = {
  id: 'idem-key-case-folded',
  summary: 'Idempotency-Keys are compared without case.',
  hooks: ({ readKey }) => ({
    readKey: (header, operation) => readKey(header, operation)?.toLowerCase(),
  }),
};
