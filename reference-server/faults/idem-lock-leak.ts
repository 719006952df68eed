import type { Alteration } from '../hooks.ts';

export const idemLockLeak: Alteration = {
  id: 'idem-lock-leak',
  summary: 'After a client disconnected, its Idempotency-Key stays in flight forever.',
  hooks: ({ onClientDisconnect }) => ({
    onClientDisconnect: (keyed) => (keyed ? 'hold' : onClientDisconnect(keyed)),
  }),
};
