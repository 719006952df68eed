import type { Alteration } from '../hooks.ts';

export const relayProgressZero: Alteration = {
  id: 'relay-progress-zero',
  summary: 'The progress of a video job at the provider is lost: each read shows 0.',
  needsUpstream: true,
  hooks: ({ readRelayedJob }) => ({
    async readRelayedJob(...read) {
      return { ...(await readRelayedJob(...read)), progress: 0 };
    },
  }),
};
