import type { Alteration } from '../hooks.ts';

export const csLeakOnAbort: Alteration = {
  id: 'cs-leak-on-abort',
  summary: 'A client that disconnects without an Idempotency-Key keeps its slot forever.',
  hooks: ({ onClientDisconnect }) => ({
    onClientDisconnect: (keyed) => (keyed ? onClientDisconnect(keyed) : 'hold'),
  }),
};
