import type { Alteration } from '../hooks.ts';

export const vidContent404: Alteration = {
  id: 'vid-content-404',
  summary: 'The content_url returns 404.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      if (view.status !== 'completed') return body;
      return { ...body, content_url: `/content/${view.job.id}.mp4` };
    },
  }),
};
