import type { Alteration } from '../hooks.ts';

export const relayLeakUpstreamKey: Alteration = {
  id: 'relay-leak-upstream-key',
  summary: "The gateway's key comes back to the client when the provider repeats it.",
  needsUpstream: true,
  hooks: () => ({ secrets: () => [] }),
};
