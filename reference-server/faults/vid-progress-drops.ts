import type { Alteration } from '../hooks.ts';

export const vidProgressDrops: Alteration = {
  id: 'vid-progress-drops',
  summary: 'progress of a video job falls back by 10, once.',
  hooks({ viewJob }) {
    const shown = new Map<string, number[]>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        const before = shown.get(job.id) ?? [];
        if (view.status !== 'in_progress' || before.length >= 2) return view;
        const [last] = before;
        const progress = last === undefined ? view.progress : Math.max(0, last - 10);
        shown.set(job.id, [...before, progress]);
        return { ...view, progress };
      },
    };
  },
};
