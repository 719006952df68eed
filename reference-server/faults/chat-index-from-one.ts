import type { Alteration } from '../hooks.ts';
import { editChoices } from '../http/edit-events.ts';

export const chatIndexFromOne: Alteration = {
  id: 'chat-index-from-one',
  summary: 'The choices of a chat completion are numbered from 1.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) =>
      editChoices(presentChat(completion), (choice) => ({ ...choice, index: 1 })),
  }),
};
