import type { Alteration } from '../hooks.ts';

export const vidNoId: Alteration = {
  id: 'vid-no-id',
  summary: 'A video job has no id.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const { id: _, ...body } = presentJob(view);
      return body;
    },
  }),
};
