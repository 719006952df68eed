import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const vidSecondDelete500: Alteration = {
  id: 'vid-second-delete-500',
  summary: 'The second DELETE of a video job returns 500.',
  hooks: ({ cancelJob }) => ({
    cancelJob(job, nowMs) {
      if (job.cancelledMs !== undefined) throw Refusal.failed();
      return cancelJob(job, nowMs);
    },
  }),
};
