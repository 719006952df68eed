import { relayed } from '../edits/relays.ts';
import { remembersStates } from '../edits/remembers-states.ts';
import { alters } from '../edits/steps.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relay-steps.ts';

const FRESH_MS = 30_000;

export const relayJobsFaults = relayed({
  'relay-cancel-local': alters(
    'A cancelled video job continues at the provider.',
    ({ readRelayedJob }) => {
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
  ),
  'relay-stale-status': remembersStates(
    'The state of a video job at the provider is read every 30 s only.',
    { freshMs: FRESH_MS, untilCancelled: false },
  ),
});
