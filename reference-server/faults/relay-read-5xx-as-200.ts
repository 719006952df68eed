import type { Alteration } from '../hooks.ts';
import { refusedStatus } from '../relay/edit-failure.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayRead5xxAs200: Alteration = {
  id: 'relay-read-5xx-as-200',
  summary: 'The client gets 200 for a 5xx of the provider to the read of a video job.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    readRelayedJob: editJobFailure(readRelayedJob, (refusal, reason) =>
      refusedStatus(reason) >= 500 ? refusal.with({ status: 200 }) : refusal,
    ),
  }),
};
