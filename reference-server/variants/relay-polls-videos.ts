import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relayed-jobs.ts';

const FRESH_MS = 400;

interface Known {
  readonly state: JsonObject;
  readonly sinceMs: number;
}

export const relayPollsVideos: Alteration = {
  id: 'relay-polls-videos',
  summary: 'The state of a video job at the provider is read again after 400 ms at the earliest.',
  needsUpstream: true,
  hooks({ readRelayedJob, cancelRelayedJob }) {
    const states = new WeakMap<RelayedJob, Known>();
    return {
      async readRelayedJob(job, ask) {
        const known = states.get(job);
        if (known !== undefined && performance.now() - known.sinceMs < FRESH_MS) return known.state;
        const state = await readRelayedJob(job, ask);
        states.set(job, { state, sinceMs: performance.now() });
        return state;
      },
      async cancelRelayedJob(job, ask) {
        states.delete(job);
        return await cancelRelayedJob(job, ask);
      },
    };
  },
};
