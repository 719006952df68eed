import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const csIdPerChunk: Alteration = {
  id: 'cs-id-per-chunk',
  summary: 'Each chunk of a chat stream has a different id.',
  hooks: ({ planChat, newId }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        data.id === undefined ? data : { ...data, id: newId('chatcmpl-') },
      ),
  }),
};
