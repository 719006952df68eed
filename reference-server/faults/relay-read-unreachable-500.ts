import type { Alteration } from '../hooks.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayReadUnreachable500: Alteration = {
  id: 'relay-read-unreachable-500',
  summary: 'The client that reads a video job gets 500 while the provider refuses connections.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    readRelayedJob: editJobFailure(readRelayedJob, (refusal, { kind }) =>
      kind === 'unreachable' ? refusal.with({ status: 500 }) : refusal,
    ),
  }),
};
