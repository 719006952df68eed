import type { Alteration } from '../hooks.ts';

export const rstMissingPartDone: Alteration = {
  id: 'rst-missing-part-done',
  summary: 'A responses stream has no response.content_part.done.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name }) => name !== 'response.content_part.done'),
  }),
};
