import type { Alteration } from '../hooks.ts';

export const relayUnboundedBuffer: Alteration = {
  id: 'relay-unbounded-buffer',
  summary: 'A stream is read from the provider at full speed, however slow the client is.',
  needsUpstream: true,
  hooks: () => ({ holdsBack: () => false }),
};
