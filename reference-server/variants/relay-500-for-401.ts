import type { Alteration } from '../hooks.ts';

export const relay500For401: Alteration = {
  id: 'relay-500-for-401',
  summary: 'A 401 of the provider, which speaks of the gateway, is 500 for the client.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      const { reason } = failure;
      const isAboutGateway = reason.kind === 'refused' && [401, 403].includes(reason.status);
      return isAboutGateway ? refusal.with({ status: 500 }) : refusal;
    },
  }),
};
