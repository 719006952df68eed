import type { Alteration } from '../hooks.ts';
import type { JobView } from '../state/video-jobs.ts';

/** The third view, because two concurrent reads may share the first two. */
const REGRESS_AT = 3;

export const vidStatusRegress: Alteration = {
  id: 'vid-status-regress',
  summary: 'A video job in progress is queued again, once.',
  hooks({ viewJob }) {
    const seen = new Map<string, { times: number; last: JobView }>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        const before = seen.get(job.id);
        const times = (before?.times ?? 0) + 1;
        if (times > REGRESS_AT) return view;
        if (view.status === 'in_progress') {
          seen.set(job.id, { times, last: view });
          return times === REGRESS_AT ? { ...view, status: 'queued' } : view;
        }
        // A client that reads rarely gets it in place of the first view of the end.
        if (before === undefined || view.status !== 'completed') return view;
        seen.set(job.id, { ...before, times: REGRESS_AT });
        return { ...before.last, status: 'queued' };
      },
    };
  },
};
