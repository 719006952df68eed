import type { Alteration } from '../hooks.ts';

export const vidCancelOverwritesCompleted: Alteration = {
  id: 'vid-cancel-overwrites-completed',
  summary: 'DELETE changes a completed video job to cancelled.',
  hooks: ({ viewJob }) => ({
    cancelJob(job, nowMs) {
      job.cancelledMs ??= nowMs;
      return viewJob(job, nowMs);
    },
  }),
};
