import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relayDropRetryAfter: Alteration = {
  id: 'relay-drop-retry-after',
  summary: 'The Retry-After of the provider is lost.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal) => refusal.with({ headers: {} })),
  }),
};
