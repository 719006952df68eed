import type { Alteration } from '../hooks.ts';
import { editChoices } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

export const chatRoleBot: Alteration = {
  id: 'chat-role-bot',
  summary: 'The message of a chat completion has the role bot.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) =>
      editChoices(presentChat(completion), (choice) => {
        const { message } = choice;
        return isJsonObject(message) ? { ...choice, message: { ...message, role: 'bot' } } : choice;
      }),
  }),
};
