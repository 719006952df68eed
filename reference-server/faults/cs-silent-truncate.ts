import type { Alteration } from '../hooks.ts';

export const csSilentTruncate: Alteration = {
  id: 'cs-silent-truncate',
  summary: 'A chat stream that fails just ends.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      return completion.fails ? events.slice(0, -1) : events;
    },
  }),
};
