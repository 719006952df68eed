import type { Alteration } from '../hooks.ts';

export const relayForwardKey: Alteration = {
  id: 'relay-forward-key',
  summary: "The provider gets the caller's key in a header.",
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders: (caller, call) => ({
      ...providerHeaders(caller, call),
      'x-original-authorization': caller.authorization ?? '',
    }),
  }),
};
