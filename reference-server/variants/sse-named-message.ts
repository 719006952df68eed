import type { Alteration } from '../hooks.ts';

export const sseNamedMessage: Alteration = {
  id: 'sse-named-message',
  summary: 'Events of a chat stream have the event name message, which is the default.',
  hooks: ({ frame }) => ({
    frame: ({ name = 'message', ...event }, place) => frame({ name, ...event }, place),
  }),
};
