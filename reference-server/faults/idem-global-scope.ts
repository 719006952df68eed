import type { Alteration } from '../hooks.ts';

export const idemGlobalScope: Alteration = {
  id: 'idem-global-scope',
  summary: 'An Idempotency-Key is the same for all tenants.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => nameRecord({ ...retryable, tenant: 'first' }),
  }),
};
