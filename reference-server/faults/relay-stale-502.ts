import type { Alteration } from '../hooks.ts';

export const relayStale502: Alteration = {
  id: 'relay-stale-502',
  summary: 'A pooled connection that the provider has closed returns 502.',
  needsUpstream: true,
  hooks: () => ({ callProvider: (call, send) => send(call, { retriesStale: false }) }),
};
