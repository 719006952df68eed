import type { Alteration } from '../hooks.ts';
import { RememberedStates } from '../relay/remembered-states.ts';

const FRESH_MS = 30_000;

export const relayStaleStatus: Alteration = {
  id: 'relay-stale-status',
  summary: 'The state of a video job at the provider is read every 30 s only.',
  needsUpstream: true,
  hooks({ readRelayedJob }) {
    return { readRelayedJob: new RememberedStates(FRESH_MS).reading(readRelayedJob) };
  },
};
