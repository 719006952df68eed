import { editChoices } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../json.ts';

export const chatRoleBot: Alteration = {
  id: 'chat-role-bot',
  summary: 'The message of a chat completion is of the role bot.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) =>
      editChoices(presentChat(completion), (choice) => {
        const { message } = choice;
        return isJsonObject(message) ? { ...choice, message: { ...message, role: 'bot' } } : choice;
      }),
  }),
};
