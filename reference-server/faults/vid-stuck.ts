import type { Alteration } from '../hooks.ts';
import type { JobView } from '../state/video-jobs.ts';

export const vidStuck: Alteration = {
  id: 'vid-stuck',
  summary: 'A video job stays at progress 99 forever.',
  hooks: ({ viewJob, cancelJob }) => ({
    viewJob: (job, nowMs) => stuck(viewJob(job, nowMs)),
    cancelJob: async (job, nowMs) => stuck(await cancelJob(job, nowMs)),
  }),
};

function stuck(view: JobView): JobView {
  if (view.status !== 'completed' && view.status !== 'failed') return view;
  return { job: view.job, status: 'in_progress', progress: 99, completedAt: null };
}
