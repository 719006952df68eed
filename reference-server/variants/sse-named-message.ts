import type { Alteration } from '../hooks.ts';

export const sseNamedMessage: Alteration = {
  id: 'sse-named-message',
  summary: 'Events of a chat stream bear the name message, which is what no name means.',
  hooks: ({ frame }) => ({
    frame: ({ name = 'message', ...event }, place) => frame({ name, ...event }, place),
  }),
};
