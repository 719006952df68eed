import type { Alteration } from '../hooks.ts';

export const idemLockLeak: Alteration = {
  id: 'idem-lock-leak',
  summary: 'A client that disconnects keeps the Idempotency-Key in flight for ever.',
  hooks: ({ onClientDisconnect }) => ({
    onClientDisconnect: (keyed) => (keyed ? 'hold' : onClientDisconnect(keyed)),
  }),
};
