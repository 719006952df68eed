import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';

export const csNoFinish: Alteration = {
  id: 'cs-no-finish',
  summary: 'A chat stream ends without a finish_reason.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        editChoices(data, (choice) => ({ ...choice, finish_reason: null })),
      ),
  }),
};
