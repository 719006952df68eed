import type { Alteration } from '../hooks.ts';
import { editFailure, refusedStatus } from '../relay/edit-failure.ts';

export const relay500As200: Alteration = {
  id: 'relay-500-as-200',
  summary: 'The client gets 200 for a 5xx of the provider, with the error in the body.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal, reason) =>
      refusedStatus(reason) >= 500 ? refusal.with({ status: 200 }) : refusal,
    ),
  }),
};
