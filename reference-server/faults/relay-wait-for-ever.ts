import type { Alteration } from '../hooks.ts';

const DAY_MS = 86_400_000;

export const relayWaitForEver: Alteration = {
  id: 'relay-wait-for-ever',
  summary: 'There is no deadline for the provider.',
  needsUpstream: true,
  hooks: () => ({ relayDeadlineMs: () => DAY_MS }),
};
