import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relayLeakAddress: Alteration = {
  id: 'relay-leak-address',
  summary: 'The message of a failed call shows the address of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }, { provider }) => ({
    presentFailure: editFailure(presentFailure, (refusal) => {
      const [address = ''] = provider?.names ?? [];
      return refusal.with({ message: `${refusal.message} (${address})` });
    }),
  }),
};
