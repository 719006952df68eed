import type { Alteration } from '../hooks.ts';

export const relayPlain429: Alteration = {
  id: 'relay-plain-429',
  summary: 'A 429 has a Retry-After only where that of the provider has one.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      return failure.retryAfter === undefined ? refusal.with({ headers: {} }) : refusal;
    },
  }),
};
