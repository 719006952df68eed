import type { Alteration } from '../hooks.ts';

export const vidErrorString: Alteration = {
  id: 'vid-error-string',
  summary: 'The error of a failed video job is a string.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      return view.status === 'failed' ? { ...body, error: 'The model failed.' } : body;
    },
  }),
};
