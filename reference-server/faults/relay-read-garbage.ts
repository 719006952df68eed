import type { Alteration } from '../hooks.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayReadGarbage: Alteration = {
  id: 'relay-read-garbage',
  summary: 'The client gets 200 for an invalid answer of the provider to the read of a video job.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    readRelayedJob: editJobFailure(readRelayedJob, (refusal, { kind }) =>
      kind === 'unusable' ? refusal.with({ status: 200 }) : refusal,
    ),
  }),
};
