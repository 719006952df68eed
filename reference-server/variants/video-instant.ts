import type { Alteration } from '../hooks.ts';
import type { Job } from '../state/video-jobs.ts';

export const videoInstant: Alteration = {
  id: 'video-instant',
  summary: 'A video job is completed before it can be read.',
  hooks: ({ viewJob, cancelJob }) => ({
    viewJob: (job, nowMs) => viewJob(job, later(job, nowMs)),
    cancelJob: (job, nowMs) => cancelJob(job, later(job, nowMs)),
  }),
};

/** The end of the job, for every view after its creation. */
function later({ startMs, lengthMs }: Job, nowMs: number): number {
  return nowMs > startMs ? nowMs + lengthMs : nowMs;
}
