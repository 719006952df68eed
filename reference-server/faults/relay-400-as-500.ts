import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relay400As500: Alteration = {
  id: 'relay-400-as-500',
  summary: 'The client gets 500 for a 4xx of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal) => {
      const isCallers = refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429;
      return isCallers ? refusal.with({ status: 500, type: 'server_error' }) : refusal;
    }),
  }),
};
