import type { Alteration } from '../hooks.ts';

export const idemReplayBills: Alteration = {
  id: 'idem-replay-bills',
  summary: 'A replay is billed again.',
  hooks: ({ lookUp, charge }) => ({
    lookUp(name, retryable) {
      const found = lookUp(name, retryable);
      if (found?.kind === 'replay') charge(retryable.key);
      return found;
    },
  }),
};
