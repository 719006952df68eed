import type { Alteration } from '../hooks.ts';

/** As a share of the time that a job takes. */
const LAST_SHARE = 0.4;

export const vidSplitVerdict: Alteration = {
  id: 'vid-split-verdict',
  summary: 'DELETE shortly before the end returns a cancelled job, and the job completes.',
  hooks: ({ viewJob, cancelJob }) => ({
    cancelJob(job, nowMs) {
      const restMs = job.startMs + job.lengthMs - nowMs;
      if (restMs <= 0 || restMs > job.lengthMs * LAST_SHARE) return cancelJob(job, nowMs);
      return { ...viewJob(job, nowMs), status: 'cancelled' };
    },
  }),
};
