import type { Alteration } from '../hooks.ts';
import { editFailure, refusedStatus } from '../relay/edit-failure.ts';

export const relaySame5xx: Alteration = {
  id: 'relay-same-5xx',
  summary: 'A 5xx of the provider keeps its status.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal, reason) => {
      const status = refusedStatus(reason);
      return status >= 500 ? refusal.with({ status }) : refusal;
    }),
  }),
};
