import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const csCreatedPerChunk: Alteration = {
  id: 'cs-created-per-chunk',
  summary: 'Each chunk of a chat stream has a different created.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data, _, index) =>
        data.created === undefined ? data : { ...data, created: completion.created + index },
      ),
  }),
};
