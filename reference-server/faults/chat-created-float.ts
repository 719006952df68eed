import type { Alteration } from '../hooks.ts';

export const chatCreatedFloat: Alteration = {
  id: 'chat-created-float',
  summary: 'The field created of a chat completion has a fraction.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) => ({
      ...presentChat(completion),
      created: completion.created + 0.123,
    }),
  }),
};
