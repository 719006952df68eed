import type { Alteration } from '../hooks.ts';

export const idemLockLeak: Alteration = {
  id: 'idem-lock-leak',
  summary: 'A client that disconnects keeps the Idempotency-Key in flight for ever.',
  hooks: ({ whenCallerLeaves }) => ({
    whenCallerLeaves: (keyed) => (keyed ? 'hold' : whenCallerLeaves(keyed)),
  }),
};
