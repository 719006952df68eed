import type { Alteration } from '../hooks.ts';

export const videoProgressJumps: Alteration = {
  id: 'video-progress-jumps',
  summary: 'The progress of a video job jumps from 0 to 100.',
  hooks: ({ viewJob }) => ({
    viewJob(job, nowMs) {
      const view = viewJob(job, nowMs);
      return view.status === 'completed' ? view : { ...view, progress: 0 };
    },
  }),
};
