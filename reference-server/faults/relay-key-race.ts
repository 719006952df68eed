import type { Alteration } from '../hooks.ts';
import { lateClaim } from '../state/late-claim.ts';

export const relayKeyRace: Alteration = {
  id: 'relay-key-race',
  summary: 'Concurrent requests with one Idempotency-Key all call the provider.',
  needsUpstream: true,
  hooks: ({ claim }) => ({ claim: lateClaim(claim) }),
};
