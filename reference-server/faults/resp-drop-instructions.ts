import type { Alteration } from '../hooks.ts';

export const respDropInstructions: Alteration = {
  id: 'resp-drop-instructions',
  summary: 'The instructions never reach the model.',
  hooks: ({ checkResponses }) => ({
    checkResponses: (body) => checkResponses({ ...body, instructions: undefined }),
  }),
};
