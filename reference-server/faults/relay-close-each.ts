import type { Alteration } from '../hooks.ts';

export const relayCloseEach: Alteration = {
  id: 'relay-close-each',
  summary: 'Each call uses a connection of its own.',
  needsUpstream: true,
  hooks: () => ({ callProvider: (call, send) => send(call, { pooled: false }) }),
};
