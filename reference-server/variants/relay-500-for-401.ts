import type { Alteration } from '../hooks.ts';
import { editFailure, refusedStatus } from '../relay/edit-failure.ts';

export const relay500For401: Alteration = {
  id: 'relay-500-for-401',
  summary: 'The client gets 500 for a 401 of the provider, which is about the key of the gateway.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal, reason) =>
      [401, 403].includes(refusedStatus(reason)) ? refusal.with({ status: 500 }) : refusal,
    ),
  }),
};
