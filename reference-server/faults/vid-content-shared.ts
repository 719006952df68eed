import type { Alteration } from '../hooks.ts';

export const vidContentShared: Alteration = {
  id: 'vid-content-shared',
  summary: 'Every video job has the content_url of the first one.',
  hooks({ presentJob }) {
    let first: unknown;
    return {
      presentJob(view) {
        const body = presentJob(view);
        if (view.status !== 'completed') return body;
        first ??= body.content_url;
        return { ...body, content_url: typeof first === 'string' ? first : null };
      },
    };
  },
};
