import type { Alteration } from '../hooks.ts';

export const relayKeyShared: Alteration = {
  id: 'relay-key-shared',
  summary: 'An answer of the provider is replayed to another tenant with the same Idempotency-Key.',
  needsUpstream: true,
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => nameRecord({ ...retryable, tenant: 'first' }),
  }),
};
