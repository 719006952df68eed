import type { Alteration } from '../hooks.ts';

export const relayForwardCookies: Alteration = {
  id: 'relay-forward-cookies',
  summary: 'The cookies of the client reach the provider.',
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders: (caller, call) => ({
      ...providerHeaders(caller, call),
      ...(caller.cookie !== undefined && { cookie: caller.cookie }),
    }),
  }),
};
