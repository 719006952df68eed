import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const csObjectCompletion: Alteration = {
  id: 'cs-object-completion',
  summary: 'The object of the chunks of a chat stream is "chat.completion".',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        data.object === undefined ? data : { ...data, object: 'chat.completion' },
      ),
  }),
};
