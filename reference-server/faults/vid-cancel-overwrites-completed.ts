import type { Alteration } from '../hooks.ts';

export const vidCancelOverwritesCompleted: Alteration = {
  id: 'vid-cancel-overwrites-completed',
  summary: 'DELETE makes a completed video job cancelled.',
  hooks: ({ viewJob }) => ({
    cancelJob(job, nowMs) {
      job.cancelledMs ??= nowMs;
      return viewJob(job, nowMs);
    },
  }),
};
