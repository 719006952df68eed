import type { Alteration } from '../hooks.ts';

export const vidStuck: Alteration = {
  id: 'vid-stuck',
  summary: 'A video job stays at progress 99 for ever.',
  hooks: ({ viewJob }) => ({
    viewJob(job, nowMs) {
      const view = viewJob(job, nowMs);
      if (view.status !== 'completed' && view.status !== 'failed') return view;
      return { job, status: 'in_progress', progress: 99, completedAt: null };
    },
  }),
};
