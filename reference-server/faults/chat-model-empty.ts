import type { Alteration } from '../hooks.ts';

export const chatModelEmpty: Alteration = {
  id: 'chat-model-empty',
  summary: 'The model of a chat completion is an empty string.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) => ({ ...presentChat(completion), model: '' }),
  }),
};
