import type { Alteration } from '../hooks.ts';

export const idemTruncate255: Alteration = {
  id: 'idem-truncate-255',
  summary: 'An Idempotency-Key is truncated to 255 characters.',
  hooks: ({ readKey }) => ({
    readKey: (header, operation) => readKey(header?.slice(0, 255), operation),
  }),
};
