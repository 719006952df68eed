import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refusedStatus } from '../relay/edit-failure.ts';

export const relayPass401: Alteration = {
  id: 'relay-pass-401',
  summary: 'The client, whose key is valid, gets 401 for a 401 of the provider.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure(failure) {
      return [401, 403].includes(refusedStatus(failure.reason))
        ? Refusal.unauthorized('The API key is not valid.', 'Bearer realm="reference"')
        : presentFailure(failure);
    },
  }),
};
