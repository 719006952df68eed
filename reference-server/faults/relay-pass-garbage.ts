import type { Alteration } from '../hooks.ts';

export const relayPassGarbage: Alteration = {
  id: 'relay-pass-garbage',
  summary: 'An answer of the provider that is not valid is 200 for the client.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      return failure.reason.kind === 'unusable' ? refusal.with({ status: 200 }) : refusal;
    },
  }),
};
