import type { Alteration } from '../hooks.ts';

export const relayDropRetryAfter: Alteration = {
  id: 'relay-drop-retry-after',
  summary: 'The Retry-After of the provider is lost.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: async (failure) => (await presentFailure(failure)).with({ headers: {} }),
  }),
};
