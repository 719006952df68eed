import type { Alteration } from '../hooks.ts';

/** The third view, because two concurrent reads may share the first two. */
const REGRESS_AT = 3;

export const vidStatusRegress: Alteration = {
  id: 'vid-status-regress',
  summary: 'A video job in progress is queued again, once.',
  hooks({ viewJob }) {
    const seen = new Map<string, number>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        if (view.status !== 'in_progress') return view;
        const times = (seen.get(job.id) ?? 0) + 1;
        seen.set(job.id, times);
        return times === REGRESS_AT ? { ...view, status: 'queued' } : view;
      },
    };
  },
};
