import type { Alteration } from '../hooks.ts';

const LOST = 2;

export const csDropOneDelta: Alteration = {
  id: 'cs-drop-one-delta',
  summary: 'The third delta of a chat stream is lost.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      const lost = events.filter(({ token }) => token === true)[LOST];
      return events.filter((event) => event !== lost);
    },
  }),
};
