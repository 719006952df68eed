import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relayed-jobs.ts';

const LATER_MS = 300;

export const relayCancelsLater: Alteration = {
  id: 'relay-cancels-later',
  summary: 'The DELETE of a video job is answered a little before it is forwarded to the provider.',
  needsUpstream: true,
  hooks({ readRelayedJob, cancelRelayedJob }) {
    const cancelled = new WeakMap<RelayedJob, JsonObject>();
    return {
      readRelayedJob: async (job, ask) => cancelled.get(job) ?? (await readRelayedJob(job, ask)),
      async cancelRelayedJob(job, ask) {
        const state = { id: job.id, object: 'video', status: 'cancelled', error: null };
        cancelled.set(job, state);
        sleep(LATER_MS)
          .then(() => cancelRelayedJob(job, ask))
          .catch(() => cancelled.delete(job));
        return state;
      },
    };
  },
};
