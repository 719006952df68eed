import type { Alteration } from '../hooks.ts';

/** The third view, because two concurrent reads may share the first two. */
const DROP_AT = 3;

export const vidProgressDrops: Alteration = {
  id: 'vid-progress-drops',
  summary: 'The progress of a video job decreases by 10, once.',
  hooks({ viewJob }) {
    const shown = new Map<string, number[]>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        const before = shown.get(job.id) ?? [];
        if (view.status !== 'in_progress' || before.length >= DROP_AT) return view;
        const [first = 0] = before;
        const isDrop = before.length + 1 === DROP_AT;
        const progress = isDrop ? Math.max(0, first - 10) : view.progress;
        shown.set(job.id, [...before, progress]);
        return { ...view, progress };
      },
    };
  },
};
