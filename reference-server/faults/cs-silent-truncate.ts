import type { Alteration } from '../hooks.ts';

export const csSilentTruncate: Alteration = {
  id: 'cs-silent-truncate',
  summary: 'A failed chat stream ends without an error.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      return completion.fails ? events.slice(0, -1) : events;
    },
  }),
};
