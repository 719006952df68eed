import type { Alteration } from '../hooks.ts';

export const respNoOutputText: Alteration = {
  id: 'resp-no-output-text',
  summary: 'A response has no output_text.',
  hooks: ({ presentResponse }) => ({
    presentResponse(completion) {
      const { output_text: _, ...body } = presentResponse(completion);
      return body;
    },
  }),
};
