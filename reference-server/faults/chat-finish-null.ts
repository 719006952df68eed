import type { Alteration } from '../hooks.ts';
import { editChoices } from '../http/edit-events.ts';

export const chatFinishNull: Alteration = {
  id: 'chat-finish-null',
  summary: 'The finish_reason of a finished choice is null.',
  hooks: ({ presentChat }) => ({
    presentChat: (completion) =>
      editChoices(presentChat(completion), (choice) => ({ ...choice, finish_reason: null })),
  }),
};
