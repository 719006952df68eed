import type { Alteration } from '../hooks.ts';
import { editFailure } from '../relay/edit-failure.ts';

export const relayPassGarbage: Alteration = {
  id: 'relay-pass-garbage',
  summary: 'The client gets 200 for an invalid answer of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure: editFailure(presentFailure, (refusal, { kind }) =>
      kind === 'unusable' ? refusal.with({ status: 200 }) : refusal,
    ),
  }),
};
