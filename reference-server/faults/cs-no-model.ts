import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const csNoModel: Alteration = {
  id: 'cs-no-model',
  summary: 'The chunks of a chat stream have no model.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) => ({ ...data, model: undefined })),
  }),
};
