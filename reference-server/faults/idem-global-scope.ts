import type { Alteration } from '../hooks.ts';

export const idemGlobalScope: Alteration = {
  id: 'idem-global-scope',
  summary: 'All tenants share their Idempotency-Keys.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => nameRecord({ ...retryable, tenant: 'first' }),
  }),
};
