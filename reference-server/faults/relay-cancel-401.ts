import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refusedStatus } from '../relay/edit-failure.ts';
import { editJobFailure } from '../relay/edit-job-failure.ts';

export const relayCancel401: Alteration = {
  id: 'relay-cancel-401',
  summary: 'The client gets 401 for a 401 of the provider to the cancel of a video job.',
  needsUpstream: true,
  hooks: ({ cancelRelayedJob }) => ({
    cancelRelayedJob: editJobFailure(cancelRelayedJob, (refusal, reason) =>
      refusedStatus(reason) === 401
        ? Refusal.unauthorized('The API key is not valid.', 'Bearer realm="reference"')
        : refusal,
    ),
  }),
};
