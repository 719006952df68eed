import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relayed-jobs.ts';

export const relayCancelLocal: Alteration = {
  id: 'relay-cancel-local',
  summary: 'A cancelled video job continues at the provider.',
  needsUpstream: true,
  hooks({ readRelayedJob }) {
    const cancelled = new WeakMap<RelayedJob, JsonObject>();
    return {
      readRelayedJob: async (job, ask) => cancelled.get(job) ?? (await readRelayedJob(job, ask)),
      async cancelRelayedJob(job) {
        const state = { id: job.id, object: 'video', status: 'cancelled', error: null };
        cancelled.set(job, state);
        return state;
      },
    };
  },
};
