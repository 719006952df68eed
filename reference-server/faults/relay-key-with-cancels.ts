import type { Alteration } from '../hooks.ts';

export const relayKeyWithCancels: Alteration = {
  id: 'relay-key-with-cancels',
  summary: "The provider gets the client's key when a video job is cancelled.",
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders(caller, call) {
      const { authorization } = caller;
      const isCancel = call.operation === 'video-cancel' && authorization !== undefined;
      return {
        ...providerHeaders(caller, call),
        ...(isCancel && { 'x-on-behalf-of': authorization }),
      };
    },
  }),
};
