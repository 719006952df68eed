import type { Alteration } from '../hooks.ts';

export const idemNoReplay: Alteration = {
  id: 'idem-no-replay',
  summary: 'A retry creates a new result.',
  hooks: ({ lookUp }) => ({
    lookUp(name, retryable) {
      const found = lookUp(name, retryable);
      return found?.kind === 'replay' ? undefined : found;
    },
  }),
};
