import type { Alteration } from '../hooks.ts';
import { sendAgain } from '../relay/send-again.ts';

export const relayRetryStorm: Alteration = {
  id: 'relay-retry-storm',
  summary: 'A request that the provider fails is tried thirty times, without a pause.',
  needsUpstream: true,
  hooks: () => ({
    callProvider: (call, send) =>
      sendAgain(call, send, { statuses: (status) => status === 429 || status >= 500, most: 30 }),
  }),
};
