import type { Alteration } from '../hooks.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayReadDropRetryAfter: Alteration = {
  id: 'relay-read-drop-retry-after',
  summary: 'The Retry-After of the provider is lost where it limits the reads of a video job.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    readRelayedJob: editJobFailure(readRelayedJob, (refusal) => refusal.with({ headers: {} })),
  }),
};
