import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

const MOST = 12;

export const relayImageRetries: Alteration = {
  id: 'relay-image-retries',
  summary: 'A call for an image that the provider answers with 5xx is sent up to 12 times.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    callProvider: (call, send) =>
      call.operation === 'images'
        ? sendAgain(call, send, { statuses: (status) => status >= 500, most: MOST })
        : callProvider(call, send),
  }),
};
