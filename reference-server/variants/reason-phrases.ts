import type { Alteration } from '../hooks.ts';

export const reasonPhrases: Alteration = {
  id: 'reason-phrases',
  summary: 'The status line has an unusual reason phrase.',
  hooks: ({ greet }) => ({
    greet(response) {
      greet(response);
      response.statusMessage = '500 or so: error';
    },
  }),
};
