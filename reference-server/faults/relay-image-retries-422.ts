import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

export const relayImageRetries422: Alteration = {
  id: 'relay-image-retries-422',
  summary: 'A call for an image that the provider refuses with 422 is tried three times.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    callProvider: (call, send) =>
      call.operation === 'images'
        ? sendAgain(call, send, { statuses: (status) => status === 422, most: 3 })
        : callProvider(call, send),
  }),
};
