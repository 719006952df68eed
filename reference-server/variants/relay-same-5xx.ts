import type { Alteration } from '../hooks.ts';

export const relaySame5xx: Alteration = {
  id: 'relay-same-5xx',
  summary: 'A 5xx of the provider keeps its status.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      const { reason } = failure;
      const isServerError = reason.kind === 'refused' && reason.status >= 500;
      return isServerError ? refusal.with({ status: reason.status }) : refusal;
    },
  }),
};
