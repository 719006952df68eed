import type { Alteration } from '../hooks.ts';

export const relayAcceptsGzip: Alteration = {
  id: 'relay-accepts-gzip',
  summary: 'The provider may compress its answers.',
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders: (caller, call) => ({
      ...providerHeaders(caller, call),
      'accept-encoding': 'gzip, deflate, br, zstd',
    }),
  }),
};
