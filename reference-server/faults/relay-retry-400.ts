import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

export const relayRetry400: Alteration = {
  id: 'relay-retry-400',
  summary: 'A request that the provider refuses with 400 is tried three times.',
  needsUpstream: true,
  hooks: () => ({
    callProvider: (call, send) =>
      sendAgain(call, send, { statuses: (status) => status === 400, most: 3 }),
  }),
};
