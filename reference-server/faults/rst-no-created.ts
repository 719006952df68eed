import type { Alteration } from '../hooks.ts';

const OPENING = new Set(['response.created', 'response.in_progress']);

export const rstNoCreated: Alteration = {
  id: 'rst-no-created',
  summary: 'A responses stream starts with its first item.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name = '' }) => !OPENING.has(name)),
  }),
};
