import type { Alteration } from '../hooks.ts';

export const reasonPhrases: Alteration = {
  id: 'reason-phrases',
  summary: 'The status line has a reason phrase of its own.',
  hooks: ({ greet }) => ({
    greet(response) {
      greet(response);
      response.statusMessage = '500 or so: error';
    },
  }),
};
