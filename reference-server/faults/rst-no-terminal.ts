import type { Alteration } from '../hooks.ts';

const ENDS = new Set(['response.completed', 'response.incomplete']);

export const rstNoTerminal: Alteration = {
  id: 'rst-no-terminal',
  summary: 'A responses stream ends without a terminal event.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name = '' }) => !ENDS.has(name)),
  }),
};
