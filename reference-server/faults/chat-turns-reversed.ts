import type { Alteration } from '../hooks.ts';

export const chatTurnsReversed: Alteration = {
  id: 'chat-turns-reversed',
  summary: 'The messages of a chat reach the model in reverse order.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      const { messages } = body;
      return checkChat(
        Array.isArray(messages) ? { ...body, messages: messages.toReversed() } : body,
      );
    },
  }),
};
