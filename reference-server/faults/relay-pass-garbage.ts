import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relayPassGarbage: Alteration = {
  id: 'relay-pass-garbage',
  summary: 'An answer of the provider that is not valid is 200 for the client.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal, { kind }) =>
      kind === 'unusable' ? refusal.with({ status: 200 }) : refusal,
    ),
  }),
};
