import type { Alteration } from '../hooks.ts';

export const relayLeakAddress: Alteration = {
  id: 'relay-leak-address',
  summary: 'The message of a failed call shows the address of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }, { provider }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      const [address = ''] = provider?.names ?? [];
      return refusal.with({ message: `${refusal.message} (${address})` });
    },
  }),
};
