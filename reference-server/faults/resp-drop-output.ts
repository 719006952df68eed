import type { Alteration } from '../hooks.ts';

export const respDropOutput: Alteration = {
  id: 'resp-drop-output',
  summary: 'A response has no output.',
  hooks: ({ presentResponse }) => ({
    presentResponse(completion) {
      const { output: _, ...body } = presentResponse(completion);
      return body;
    },
  }),
};
