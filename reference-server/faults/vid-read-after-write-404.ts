import { unknownJob } from '../handlers/videos.ts';
import type { Alteration } from '../hooks.ts';
import type { Job } from '../state/video-jobs.ts';

const UNKNOWN_MS = 300;

export const vidReadAfterWrite404: Alteration = {
  id: 'vid-read-after-write-404',
  summary: 'A new video job is unknown for 300 ms, and to its first read.',
  hooks({ viewJob, cancelJob }) {
    const asked = new WeakSet<Job>();
    const isNew = ({ startMs }: Job, nowMs: number) => nowMs - startMs < UNKNOWN_MS;
    return {
      viewJob(job, nowMs) {
        const isCreated = nowMs === job.startMs;
        if (!isCreated && (isNew(job, nowMs) || !asked.has(job))) {
          asked.add(job);
          throw unknownJob();
        }
        return viewJob(job, nowMs);
      },
      cancelJob(job, nowMs) {
        if (isNew(job, nowMs)) throw unknownJob();
        asked.add(job);
        return cancelJob(job, nowMs);
      },
    };
  },
};
