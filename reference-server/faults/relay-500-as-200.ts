import type { Alteration } from '../hooks.ts';

export const relay500As200: Alteration = {
  id: 'relay-500-as-200',
  summary: 'A 5xx of the provider is 200 for the client, with the error in the body.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    async presentFailure(failure) {
      const refusal = await presentFailure(failure);
      const { reason } = failure;
      const isServerError = reason.kind === 'refused' && reason.status >= 500;
      return isServerError ? refusal.with({ status: 200 }) : refusal;
    },
  }),
};
