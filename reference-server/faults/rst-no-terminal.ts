import type { Alteration } from '../hooks.ts';

export const rstNoTerminal: Alteration = {
  id: 'rst-no-terminal',
  summary: 'A response stream ends without a terminal event.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name }) => name !== 'response.completed'),
  }),
};
