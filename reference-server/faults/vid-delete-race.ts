import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

/** As long as concurrent requests take to arrive on a busy machine. */
const GAP_MS = 50;

export const vidDeleteRace: Alteration = {
  id: 'vid-delete-race',
  summary: 'Concurrent DELETEs all find the job running; all but one return 500.',
  hooks: ({ cancelJob }) => ({
    async cancelJob(job, nowMs) {
      const running = job.cancelledMs === undefined;
      await sleep(GAP_MS);
      if (running && job.cancelledMs !== undefined) throw Refusal.failed();
      return await cancelJob(job, nowMs);
    },
  }),
};
