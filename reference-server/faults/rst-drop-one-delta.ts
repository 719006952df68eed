import type { Alteration } from '../hooks.ts';

const LOST = 1;

export const rstDropOneDelta: Alteration = {
  id: 'rst-drop-one-delta',
  summary: 'The second delta of a responses stream is missing in all events.',
  hooks: ({ planResponse }) => ({
    planResponse(completion) {
      const tokens = completion.tokens.filter((_token, index) => index !== LOST);
      return planResponse({ ...completion, tokens });
    },
  }),
};
