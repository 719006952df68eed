import type { Alteration } from '../hooks.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayRead429As500: Alteration = {
  id: 'relay-read-429-as-500',
  summary: 'The client gets 500 for a 429 of the provider to the read of a video job.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    readRelayedJob: editJobFailure(readRelayedJob, (refusal) =>
      refusal.status === 429 ? refusal.with({ status: 500, type: 'server_error' }) : refusal,
    ),
  }),
};
