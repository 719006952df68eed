import type { Alteration } from '../hooks.ts';

export const vidModelChanges: Alteration = {
  id: 'vid-model-changes',
  summary: 'A started video job has another model than the requested one.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      return view.status === 'queued' ? body : { ...body, model: 'upstream-video-1' };
    },
  }),
};
