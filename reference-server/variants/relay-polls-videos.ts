import type { Alteration } from '../hooks.ts';
import { RememberedStates } from '../relay/remembered-states.ts';

const FRESH_MS = 400;

export const relayPollsVideos: Alteration = {
  id: 'relay-polls-videos',
  summary: 'The state of a video job at the provider is read again after 400 ms at the earliest.',
  needsUpstream: true,
  hooks({ readRelayedJob, cancelRelayedJob }) {
    const states = new RememberedStates(FRESH_MS);
    return {
      readRelayedJob: states.reading(readRelayedJob),
      async cancelRelayedJob(job, ask) {
        states.forget(job);
        return await cancelRelayedJob(job, ask);
      },
    };
  },
};
