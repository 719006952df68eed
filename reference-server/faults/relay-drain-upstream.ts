import type { Alteration } from '../hooks.ts';

export const relayDrainUpstream: Alteration = {
  id: 'relay-drain-upstream',
  summary: 'When the client of a stream disconnects, the provider continues to the end.',
  needsUpstream: true,
  hooks: ({ onCallerGone }) => ({
    onCallerGone: (phase) => (phase === 'reads a stream' ? 'go-on' : onCallerGone(phase)),
  }),
};
