import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relay429As500: Alteration = {
  id: 'relay-429-as-500',
  summary: 'The client gets 500 for a 429 of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal) =>
      refusal.status === 429 ? refusal.with({ status: 500, type: 'server_error' }) : refusal,
    ),
  }),
};
