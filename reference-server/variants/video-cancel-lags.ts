import type { Alteration, Hooks } from '../hooks.ts';
import type { Job } from '../state/video-jobs.ts';

const LAG_MS = 60;

function uncancelled(job: Job): Job {
  const { cancelledMs: _, ...others } = job;
  return others;
}

export const videoCancelLags: Alteration = {
  id: 'video-cancel-lags',
  summary:
    'A video job continues for a while after its DELETE, and may end before it is cancelled.',
  hooks({ viewJob }) {
    const view: Hooks['viewJob'] = (job, nowMs) => {
      const { cancelledMs = 0, startMs, lengthMs } = job;
      const isLate = cancelledMs >= startMs + lengthMs;
      return viewJob(nowMs < cancelledMs || isLate ? uncancelled(job) : job, nowMs);
    };
    return {
      viewJob: view,
      cancelJob(job, nowMs) {
        job.cancelledMs ??= nowMs + LAG_MS;
        return view(job, nowMs);
      },
    };
  },
};
