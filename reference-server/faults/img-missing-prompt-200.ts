import type { Alteration } from '../hooks.ts';

export const imgMissingPrompt200: Alteration = {
  id: 'img-missing-prompt-200',
  summary: 'An image request without a prompt returns 200.',
  hooks: ({ checkImages }) => ({
    checkImages: (body) => checkImages({ ...body, prompt: body.prompt ?? 'Anything.' }),
  }),
};
