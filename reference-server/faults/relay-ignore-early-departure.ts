import type { Alteration } from '../hooks.ts';

export const relayIgnoreEarlyDeparture: Alteration = {
  id: 'relay-ignore-early-departure',
  summary: 'When a client disconnects before the first token of a stream, the call continues.',
  needsUpstream: true,
  hooks: ({ onCallerGone }) => ({
    onCallerGone: (phase) => (phase === 'waits for a token' ? 'go-on' : onCallerGone(phase)),
  }),
};
