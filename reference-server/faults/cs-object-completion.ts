import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const csObjectCompletion: Alteration = {
  id: 'cs-object-completion',
  summary: 'Chunks of a chat stream say that they are whole completions.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        data.object === undefined ? data : { ...data, object: 'chat.completion' },
      ),
  }),
};
