import type { Alteration } from '../hooks.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

export const relayPollFailed: Alteration = {
  id: 'relay-poll-failed',
  summary: 'A video job whose state the provider fails to report is shown as a failed job.',
  needsUpstream: true,
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
};
