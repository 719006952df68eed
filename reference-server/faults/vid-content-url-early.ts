import type { Alteration } from '../hooks.ts';

export const vidContentUrlEarly: Alteration = {
  id: 'vid-content-url-early',
  summary: 'content_url is filled while a video job is in progress.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      if (view.status !== 'in_progress') return body;
      return { ...body, content_url: `/videos/${view.job.id}/content` };
    },
  }),
};
