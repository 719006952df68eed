import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

export const relayRetries503: Alteration = {
  id: 'relay-retries-503',
  summary: 'A call that the provider answers with 503 is sent once more.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    callProvider: (call, send) =>
      sendAgain(call, (sent, options) => callProvider(sent, (each) => send(each, options)), {
        statuses: (status) => status === 503,
        most: 2,
      }),
  }),
};
