import type { Alteration } from '../hooks.ts';

export const relayIgnoreDeparture: Alteration = {
  id: 'relay-ignore-departure',
  summary: 'When the client of an answer in one body disconnects, the call continues.',
  needsUpstream: true,
  hooks: ({ onCallerGone }) => ({
    onCallerGone: (phase) => (phase === 'waits for a body' ? 'go-on' : onCallerGone(phase)),
  }),
};
