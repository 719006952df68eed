import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';

export const csFinishEmptyString: Alteration = {
  id: 'cs-finish-empty-string',
  summary: 'The finish_reason of unfinished chunks is "" instead of null.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        editChoices(data, (choice) => ({ ...choice, finish_reason: choice.finish_reason ?? '' })),
      ),
  }),
};
