import type { Alteration } from '../hooks.ts';

export const relay429As500: Alteration = {
  id: 'relay-429-as-500',
  summary: 'A 429 of the provider is 500 for the client.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      const isLimited = refusal.status === 429;
      return isLimited ? refusal.with({ status: 500, type: 'server_error' }) : refusal;
    },
  }),
};
