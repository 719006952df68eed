import type { JsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { editJobFailure, refusedStatus } from '../relay/edit-failure.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import type { RelayedJob } from '../relay/relayed-jobs.ts';
import { RememberedStates } from '../relay/remembered-states.ts';
import { relayed } from '../relayed.ts';

const FRESH_MS = 30_000;

export const relayJobsFaults = relayed([
  {
    id: 'relay-cancel-401',
    summary: 'The client gets 401 for a 401 of the provider to the cancel of a video job.',
    hooks: ({ cancelRelayedJob }) => ({
      cancelRelayedJob: editJobFailure(cancelRelayedJob, (refusal, reason) =>
        refusedStatus(reason) === 401
          ? Refusal.unauthorized('The API key is not valid.', 'Bearer realm="reference"')
          : refusal,
      ),
    }),
  },
  {
    id: 'relay-cancel-local',
    summary: 'A cancelled video job continues at the provider.',
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
  },
  {
    id: 'relay-poll-failed',
    summary: 'A video job whose state the provider fails to report is shown as a failed job.',
    hooks: ({ readRelayedJob }) => ({
      async readRelayedJob(job, ask) {
        try {
          return await readRelayedJob(job, ask);
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
          return { id: job.id, object: 'video', status: 'failed' };
        }
      },
    }),
  },
  {
    id: 'relay-progress-zero',
    summary: 'The progress of a video job at the provider is lost: each read shows 0.',
    hooks: ({ readRelayedJob }) => ({
      async readRelayedJob(...read) {
        return { ...(await readRelayedJob(...read)), progress: 0 };
      },
    }),
  },
  {
    id: 'relay-read-5xx-as-200',
    summary: 'The client gets 200 for a 5xx of the provider to the read of a video job.',
    hooks: ({ readRelayedJob }) => ({
      readRelayedJob: editJobFailure(readRelayedJob, (refusal, reason) =>
        refusedStatus(reason) >= 500 ? refusal.with({ status: 200 }) : refusal,
      ),
    }),
  },
  {
    id: 'relay-stale-status',
    summary: 'The state of a video job at the provider is read every 30 s only.',
    hooks({ readRelayedJob }) {
      return { readRelayedJob: new RememberedStates(FRESH_MS).reading(readRelayedJob) };
    },
  },
]);
