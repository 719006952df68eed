import { editChoices, editData } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';

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
