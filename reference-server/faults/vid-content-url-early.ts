import type { Alteration } from '../hooks.ts';

export const vidContentUrlEarly: Alteration = {
  id: 'vid-content-url-early',
  summary: 'A video job that has not ended has a content_url.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      if (view.status !== 'queued' && view.status !== 'in_progress') return body;
      return { ...body, content_url: `/videos/${view.job.id}/content` };
    },
  }),
};
