import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

const MOST = 12;

export const relayReadRetries: Alteration = {
  id: 'relay-read-retries',
  summary: 'The read of a video job that the provider answers with 5xx is sent up to 12 times.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    callProvider: (call, send) =>
      call.operation === 'video-read'
        ? sendAgain(call, send, { statuses: (status) => status >= 500, most: MOST })
        : callProvider(call, send),
  }),
};
